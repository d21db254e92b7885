import { IconBook, IconFlag, IconLink, IconSettings } from "@tabler/icons-react";

/** The pages of the dashboard, for the navigation and for ⌘K. Their names are in messages/<language>/shell.json. */
export const destinations = [
  { name: "links", href: "/dashboard/links", Icon: IconLink },
  { name: "settings", href: "/dashboard/settings", Icon: IconSettings },
  { name: "api", href: "/docs", Icon: IconBook },
] as const;

/** The administrators' own. */
export const administration = [{ name: "reports", href: "/dashboard/admin/reports", Icon: IconFlag }] as const;
