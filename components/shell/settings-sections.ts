import type { Permission } from "@/lib/contract/permissions";

interface SettingsSection {
  /** of messages/<language>/settings.json */
  name:
    | "profile"
    | "security"
    | "usage"
    | "members"
    | "keys"
    | "webhooks"
    | "forwarding"
    | "sms"
    | "transfers"
    | "leave";
  href: string;
  /** the permissions that the section requires, if not every member has them */
  needs?: Permission[];
}

export interface SettingsGroup {
  name: "you" | "account";
  sections: SettingsSection[];
}

/** The sections of the settings, each on its own address. */
const groups: SettingsGroup[] = [
  {
    name: "you",
    sections: [
      { name: "profile", href: "/dashboard/settings" },
      { name: "security", href: "/dashboard/settings/security" },
    ],
  },
  {
    name: "account",
    sections: [
      { name: "usage", href: "/dashboard/settings/limits" },
      { name: "members", href: "/dashboard/settings/members", needs: ["members:read"] },
      { name: "keys", href: "/dashboard/settings/keys", needs: ["keys:read"] },
      { name: "webhooks", href: "/dashboard/settings/webhooks", needs: ["webhooks:read"] },
      { name: "forwarding", href: "/dashboard/settings/forwarding", needs: ["forwardings:read"] },
      { name: "sms", href: "/dashboard/settings/sms", needs: ["sms:write", "keys:write"] },
      { name: "transfers", href: "/dashboard/settings/handovers" },
      { name: "leave", href: "/dashboard/settings/leave" },
    ],
  },
];

/** The sections that these permissions include. */
export const settingsGroups = (permissions: ReadonlySet<Permission>): SettingsGroup[] =>
  groups.map(({ name, sections }) => ({
    name,
    sections: sections.filter(({ needs = [] }) => needs.every((permission) => permissions.has(permission))),
  }));
