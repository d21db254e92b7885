import { deleteRows } from "@/lib/platform/database/rows";

export const mostSiteIcons = 20_000;

/** Deletes sites that no list has shown for 60 days, and the oldest ones if there are too many. */
export const sweepSiteIcons = () =>
  deleteRows(
    "site_icons",
    `checked_at < greatest(now() - interval '60 days',
      (SELECT checked_at FROM site_icons ORDER BY checked_at DESC OFFSET ${mostSiteIcons} LIMIT 1))`,
  );
