import { deleteRows } from "@/lib/platform/delete-rows";

export const mostSiteIcons = 20_000;

/** Forgets sites about which no list has asked again, as each does after a month; and the oldest where they are too many. */
export const sweepSiteIcons = () =>
  deleteRows(
    "site_icons",
    `checked_at < greatest(now() - interval '60 days',
      (SELECT checked_at FROM site_icons ORDER BY checked_at DESC OFFSET ${mostSiteIcons} LIMIT 1))`,
  );
