import {
  IconAppWindow,
  IconBook,
  IconBroadcast,
  IconCode,
  IconDeviceMobileMessage,
  IconFlag,
  IconHandStop,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconLink,
  IconMessageReport,
  IconPackage,
  IconQrcode,
  IconServer,
  IconSettings,
  IconTags,
  IconTemplate,
  IconTransferIn,
  IconUsers,
  IconWorldWww,
} from "@tabler/icons-react";
import type { Permission } from "@/lib/contract/permissions";

/**
 * The pages of the dashboard by group, for the navigation, ⌘K and the keyboard: `g` and then `key` opens the page.
 * Their names and those of the groups are in messages/<language>/shell.json. The first group, the most used pages, has
 * no heading; on a phone it is at the bottom of the screen. The group `account` is at the foot of the navigation, and
 * that of the administration is a navigation of its own.
 */
const sections = [
  {
    name: "main",
    entries: [
      {
        name: "overview",
        href: "/dashboard",
        key: "y",
        Icon: IconLayoutDashboard,
      },
      {
        name: "links",
        href: "/dashboard/links",
        key: "l",
        Icon: IconLink,
      },
      {
        name: "qrCodes",
        href: "/dashboard/qr-codes",
        key: "q",
        Icon: IconQrcode,
      },
      {
        name: "campaigns",
        href: "/dashboard/campaigns",
        key: "c",
        Icon: IconFlag,
      },
      {
        name: "bio",
        href: "/dashboard/bio",
        key: "b",
        Icon: IconId,
      },
    ],
  },
  {
    name: "organize",
    entries: [
      {
        name: "channels",
        href: "/dashboard/channels",
        key: "h",
        Icon: IconBroadcast,
      },
      {
        name: "tags",
        href: "/dashboard/tags",
        key: "a",
        Icon: IconTags,
      },
      {
        name: "utmTemplates",
        href: "/dashboard/utm-templates",
        key: "e",
        Icon: IconTemplate,
      },
    ],
  },
  {
    name: "visitors",
    entries: [
      {
        name: "splash",
        href: "/dashboard/splash",
        key: "p",
        Icon: IconHandStop,
      },
      {
        name: "overlays",
        href: "/dashboard/overlays",
        key: "o",
        Icon: IconAppWindow,
      },
      {
        name: "pixels",
        href: "/dashboard/pixels",
        key: "x",
        Icon: IconCode,
      },
    ],
  },
  {
    name: "tools",
    entries: [
      {
        name: "domains",
        href: "/dashboard/domains",
        key: "d",
        Icon: IconWorldWww,
      },
      {
        name: "sms",
        href: "/dashboard/sms",
        key: "m",
        Icon: IconDeviceMobileMessage,
      },
      {
        name: "import",
        href: "/dashboard/import",
        key: "i",
        Icon: IconTransferIn,
      },
      {
        name: "audit",
        href: "/dashboard/audit",
        key: "w",
        Icon: IconHistory,
        permission: "audit:read",
      },
    ],
  },
  {
    name: "account",
    entries: [
      {
        name: "settings",
        href: "/dashboard/settings",
        key: "s",
        Icon: IconSettings,
      },
      {
        name: "api",
        href: "/docs",
        key: "r",
        Icon: IconBook,
      },
    ],
  },
  {
    name: "administration",
    entries: [
      {
        name: "users",
        href: "/dashboard/admin/users",
        key: "u",
        Icon: IconUsers,
        adminOnly: true,
      },
      {
        name: "plans",
        href: "/dashboard/admin/plans",
        key: "n",
        Icon: IconPackage,
        adminOnly: true,
      },
      {
        name: "reports",
        href: "/dashboard/admin/reports",
        key: "v",
        Icon: IconMessageReport,
        adminOnly: true,
      },
      {
        name: "instance",
        href: "/dashboard/admin/instance",
        key: "t",
        Icon: IconServer,
        adminOnly: true,
      },
    ],
  },
] as const satisfies { name: string; entries: Destination[] }[];

interface Destination {
  name: string;
  href: string;
  key: string;
  Icon: typeof IconLink;
  adminOnly?: boolean;
  /** the permission to open it, if not every role has it */
  permission?: Permission;
}

/** Returns whether the page at `path` is this one or below it. All pages are below the overview. */
export const isWithin = (path: string, { href }: { href: string }) =>
  path === href || (href !== "/dashboard" && path.startsWith(`${href}/`));

/** The pages that a user may open, by group. */
export function listDestinations({ admin }: { admin: boolean }, permissions: Permission[]) {
  const mayOpen = ({ adminOnly, permission }: Destination) =>
    (admin || !adminOnly) && (!permission || permissions.includes(permission));
  return sections
    .map(({ name, entries }) => ({ name, entries: entries.filter(mayOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Returns whether the page at `path` is one of the administration, which has a navigation of its own. */
export const isAdministration = (path: string) => path.startsWith("/dashboard/admin/");
