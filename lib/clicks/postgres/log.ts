import type { ClickLog, LoggedClick, LoggedSubject } from "@/lib/clicks/click-store";
import { pool } from "@/lib/platform/pool";

const columns: Record<LoggedSubject, string> = { link: "link_id", qr: "qr_code_id", bio: "bio_page_id" };

/**
 * The log from the table of clicks. Each subject's part is read by its index, and no further than the limit; one query
 * after the other, so that a slow reader holds no connection.
 */
export const postgresClickLog: ClickLog = {
  async clicksOn(subject, ids, limit, after) {
    const { rows } = await pool.query<LoggedClick>(
      `select subject.id, click.at, click.id as place, campaign_id as "campaignId", "unique", robot, class, ruleset, country, region, city, language,
         referrer, browser, os, device, utm_source as "utmSource", utm_medium as "utmMedium",
         utm_campaign as "utmCampaign", utm_term as "utmTerm", utm_content as "utmContent", rule, variant, bio_block as "bioBlock",
         coalesce(beyond, 0)::float8 as beyond
       from unnest($1::int[]) with ordinality as subject (id, number)
       cross join lateral (
         select * from clicks where ${columns[subject]} = subject.id
           and (at, id) < (case when number = 1 then $3::timestamptz else 'infinity' end, $4::bigint)
         order by at desc, id desc limit $2
       ) as click
       order by subject.number, click.at desc, click.id desc limit $2`,
      [ids, limit, after?.at ?? "infinity", after?.place ?? "0"],
    );
    return rows;
  },
};
