import { IconBook, IconLink, IconSettings } from "@tabler/icons-react";

/** The pages of the dashboard, for the navigation and for ⌘K. */
export const destinations = [
  { href: "/dashboard/links", label: "Links", description: "Create, find and edit short links", Icon: IconLink },
  {
    href: "/dashboard/settings",
    label: "Settings",
    description: "Profile, password, API key and sessions",
    Icon: IconSettings,
  },
  { href: "/docs", label: "API reference", description: "Every endpoint, with examples", Icon: IconBook },
];
