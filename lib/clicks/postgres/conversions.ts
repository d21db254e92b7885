import type { Client } from "pg";
import { readClickId } from "@/lib/clicks/classify/click-id";
import type { ClickConversion, Conversion } from "@/lib/clicks/journal/page-event-line";
import { MOST_OF_CLICK, MOST_OF_PAGE } from "@/lib/clicks/store/conversion-limits";

/**
 * Stores conversions on links that still exist: only the first of each visitor on a link. Call it in the transaction
 * that moves the journal's offset past them. Rows are written in a fixed order, so that two drains cannot deadlock.
 */
export async function storeConversions(client: Client, conversions: Conversion[]): Promise<void> {
  if (conversions.length === 0) return;
  await client.query(
    `insert into link_conversions (link_id, visitor, at)
     select link_id, visitor, to_timestamp(min(at) / 1000)
     from unnest($1::int[], $2::bigint[], $3::float8[]) as reported (link_id, visitor, at)
     where exists (select from links where id = link_id)
     group by link_id, visitor order by link_id, visitor on conflict do nothing`,
    [
      conversions.map(({ linkId }) => linkId),
      conversions.map(({ visitor }) => visitor),
      conversions.map(({ at }) => at),
    ],
  );
}

/** Stores conversions of clicks on links that still exist. Call it as above. */
export async function storeClickConversions(client: Client, conversions: ClickConversion[]): Promise<void> {
  const given = conversions.flatMap(({ clickId, event, amount, currency, at }) => {
    const click = readClickId(clickId);
    if (!click) return [];
    const { linkId: link, campaignId: campaign, variant, agreed } = click;
    const times = { clicked: new Date(click.at), at: new Date(at) };
    return { link, campaign, variant, click: click.click, event, amount, currency, agreed, source: "page", ...times };
  });
  if (given.length === 0) return;
  await client.query("select add_conversions($1, $2, $3)", [JSON.stringify(given), MOST_OF_PAGE, MOST_OF_CLICK]);
}
