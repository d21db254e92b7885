import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
  IconTransferOut,
  IconUserPlus,
} from "@tabler/icons-react";
import type { Permission } from "@/lib/contract/permissions";
import { settingsGroups } from "./settings-sections";

interface Command {
  /** of messages/<language>/commands.json, which also has the words that find it */
  name: string;
  href: string;
  Icon: typeof IconPlus;
  needs?: Permission;
  adminOnly?: boolean;
}

/** What ⌘K offers besides the pages of the navigation, the sections of the settings and `actions`. */
const commands = [
  { name: "newLink", href: "/dashboard/links/new", Icon: IconPlus, needs: "links:write" },
  { name: "newQrCode", href: "/dashboard/qr-codes/new", Icon: IconPlus, needs: "qr:write" },
  { name: "newCampaign", href: "/dashboard/campaigns/new", Icon: IconPlus, needs: "campaigns:write" },
  { name: "newBioPage", href: "/dashboard/bio/new", Icon: IconPlus, needs: "bio:write" },
  { name: "newChannel", href: "/dashboard/channels/new", Icon: IconPlus, needs: "channels:write" },
  { name: "newTag", href: "/dashboard/tags/new", Icon: IconPlus, needs: "links:write" },
  { name: "newUtmTemplate", href: "/dashboard/utm-templates/new", Icon: IconPlus, needs: "links:write" },
  { name: "newSplashPage", href: "/dashboard/splash/new", Icon: IconPlus, needs: "splash:write" },
  { name: "newOverlay", href: "/dashboard/overlays/new", Icon: IconPlus, needs: "overlays:write" },
  { name: "newPixel", href: "/dashboard/pixels/new", Icon: IconPlus, needs: "pixels:write" },
  { name: "newDomain", href: "/dashboard/domains/new", Icon: IconPlus, needs: "domains:write" },
  { name: "newWebhook", href: "/dashboard/settings/webhooks/new", Icon: IconPlus, needs: "webhooks:write" },
  { name: "newTransfer", href: "/dashboard/settings/handovers/new", Icon: IconTransferOut },
  { name: "inviteMember", href: "/dashboard/settings/members", Icon: IconUserPlus, needs: "members:write" },
  { name: "newUser", href: "/dashboard/admin/users/new", Icon: IconUserPlus, adminOnly: true },
  { name: "newPlan", href: "/dashboard/admin/plans/new", Icon: IconPlus, adminOnly: true },
  { name: "timeZone", href: "/dashboard/settings", Icon: IconSettings },
  { name: "language", href: "/dashboard/settings", Icon: IconSettings },
  { name: "password", href: "/dashboard/settings/security", Icon: IconSettings },
  { name: "twoFactor", href: "/dashboard/settings/two-factor", Icon: IconSettings },
  { name: "export", href: "/dashboard/import", Icon: IconTransferOut },
] as const satisfies Command[];

/** What ⌘K does at once. */
export const actions = [
  { name: "dark", Icon: IconMoon },
  { name: "light", Icon: IconSun },
  { name: "system", Icon: IconDeviceDesktop },
  { name: "shortcuts", Icon: IconKeyboard },
  { name: "logOut", Icon: IconLogout },
] as const;

export type Action = (typeof actions)[number]["name"];

/** The commands that open a page, for a user with these permissions. */
export function listCommands(permissions: Permission[], admin: boolean) {
  const sections = settingsGroups(new Set(permissions)).flatMap((group) => group.sections);
  return [
    ...commands.filter(
      ({ needs, adminOnly }: Command) => (admin || !adminOnly) && (!needs || permissions.includes(needs)),
    ),
    ...sections.map(({ name, href }) => ({ name: `settings.${name}` as const, href, Icon: IconSettings })),
  ];
}
