import type { Client } from "pg";
import { readClickId } from "@/lib/clicks/classify/click-id";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { ClickConversion, Conversion, OverlayEvent, PageEvent } from "@/lib/clicks/journal/line";
import type { Batch } from "@/lib/clicks/store/click-store";
import { MOST_OF_CLICK, MOST_OF_PAGE } from "@/lib/clicks/store/conversion-limits";
import { quarantineLines } from "@/lib/clicks/store/quarantine";
import { Rollup } from "@/lib/clicks/store/rollup";
import { inTransaction } from "@/lib/platform/database/client";
import { arrayOf } from "./copy";
import { storeDayVisitors } from "./day-visitors";
import { keepExisting } from "./existing";
import { noteLateClicks } from "./expire";
import { noteMinutes } from "./minutes";
import { storeCounters } from "./rollups";
import { sealClicks } from "./segments";
import { countUsage, numberClicks } from "./usage";
import { markNewVisitors } from "./visitors";
import { storeWebhookVisits } from "./webhooks";

interface CountedBatch {
  clicks: EnrichedClick[];
  /** the clicks whose subjects exist */
  stored: EnrichedClick[];
  rollup: Rollup;
  /** what `sealClicks` returned */
  firstIds: Map<string, number>;
}

/**
 * Decides about the clicks of a batch and counts them, in one transaction. `storeClicks` stores what each store keeps
 * in its own way. `exactMs` is the precision of the store's times. Returns the batch's clicks with the decisions made.
 */
export const countBatch = (
  client: Client,
  batch: Batch,
  exactMs: number,
  storeClicks: (counted: CountedBatch) => Promise<void>,
): Promise<EnrichedClick[]> =>
  inTransaction(client, async () => {
    await moveOffset(client, batch);
    const { clicks, owners } = await keepExisting(client, batch.clicks);
    const stored = clicks.filter(({ subjects }) => subjects.length > 0);
    const uncounted = await numberClicks(client, stored, owners);
    await markNewVisitors(client, stored);
    await markNewVariants(client, stored);
    await storeDayVisitors(client, stored);
    await noteLateClicks(client, stored, owners);
    const firstIds = await sealClicks(client, batch.journal, stored, exactMs);
    const rollup = new Rollup();
    for (const click of stored) rollup.add(click);
    await storeClicks({ clicks, stored, rollup, firstIds });
    await storeCounters(client, rollup);
    await countUsage(client, uncounted);
    await noteMinutes(client, batch.journal, stored);
    await storePageEvents(client, batch.events);
    await storeWebhookVisits(client, stored);
    return clicks;
  });

/** Moves a journal's offset past a batch, and sets aside the lines that cannot be stored. */
async function moveOffset(client: Client, { journal, from, to, refused = [] }: Batch): Promise<void> {
  await client.query(`insert into journal_offsets (journal, "offset") values ($1, 0) on conflict do nothing`, [
    journal,
  ]);
  const moved = await client.query(
    `update journal_offsets set "offset" = $3, updated_at = now() where journal = $1 and "offset" = $2`,
    [journal, from, to],
  );
  if (moved.rowCount !== 1) throw new Error(`journal ${journal} has already been stored past byte ${from}`);
  await quarantineLines(client, journal, refused);
}

/** Stores the events that pages reported. Call it in the transaction that moves the journal's offset past them. */
async function storePageEvents(client: Client, events: PageEvent[]): Promise<void> {
  await countOverlays(
    client,
    events.filter((one) => one.kind === "overlay"),
  );
  await storeConversions(
    client,
    events.filter((one) => one.kind === "conversion"),
  );
  await storeClickConversions(
    client,
    events.filter((one) => one.kind === "click conversion"),
  );
}

/**
 * Stores reports of the counting address on links that still exist: only the first of each visitor on a link. Those by
 * visitors who have clicked the link become conversions. Call it in the transaction that moves the journal's offset past
 * them. Rows are written in a fixed order, so that two drains cannot deadlock. `visitors.ts` describes the tables of
 * visitors.
 */
async function storeConversions(client: Client, conversions: Conversion[]): Promise<void> {
  if (conversions.length === 0) return;
  await client.query(
    `with stored as (
       insert into link_conversions (link_id, visitor, at)
       select link_id, visitor, to_timestamp(min(at) / 1000)
       from unnest($1::int[], $2::bigint[], $3::float8[]) as reported (link_id, visitor, at)
       where exists (select from links where id = link_id)
       group by link_id, visitor order by link_id, visitor on conflict do nothing returning *
     )
     insert into conversions (user_id, link_id, campaign_id, visitor, event, source, at)
     select user_id, links.id, campaign_id, visitor, 'lead', 'visitor', at from stored join links on links.id = link_id
     where exists (select from click_visitors as known where subject = 'link' and subject_id = stored.link_id and known.visitor = stored.visitor)
       or visitor = any((select visitors from click_visitor_sets where subject = 'link' and subject_id = stored.link_id
         and first <= stored.visitor order by first desc limit 1)::bigint[])
     order by links.id, visitor on conflict do nothing`,
    [
      conversions.map(({ linkId }) => linkId),
      conversions.map(({ visitor }) => visitor),
      conversions.map(({ at }) => at),
    ],
  );
}

/** Stores conversions of clicks on links that still exist. Call it as above. */
async function storeClickConversions(client: Client, conversions: ClickConversion[]): Promise<void> {
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

/**
 * Adds impressions and responses to overlays that still exist. Call it in the transaction that moves the journal's
 * offset past them. Rows are locked in the order of their ids, so that two drains cannot deadlock and no overlay is
 * deleted before the transaction ends.
 */
async function countOverlays(client: Client, events: OverlayEvent[]): Promise<void> {
  if (events.length === 0) return;
  const counted = new Map<number, { impressions: number; responses: number }>();
  for (const { overlayId, counts } of events) {
    const sums = counted.get(overlayId) ?? { impressions: 0, responses: 0 };
    sums[counts] += 1;
    counted.set(overlayId, sums);
  }
  const sums = [...counted.values()];
  await client.query(
    `with present as (select id from overlays where id = any($1::int[]) order by id for key share)
     insert into overlay_counts as stored (overlay_id, impressions, responses)
     select id, reported.impressions, reported.responses
     from present join unnest($1::int[], $2::int[], $3::int[]) as reported (id, impressions, responses) using (id) order by id
     on conflict (overlay_id) do update set
       impressions = least(stored.impressions::bigint + excluded.impressions, 2147483647),
       responses = least(stored.responses::bigint + excluded.responses, 2147483647)`,
    [[...counted.keys()], sums.map(({ impressions }) => impressions), sums.map(({ responses }) => responses)],
  );
}

/** Marks which clicks are their visitor's first on a variant. Bots and untracked visitors have none. */
async function markNewVariants(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const meetings = new Map<string, EnrichedClick>();
  for (const click of clicks) {
    const link = click.subjects.find(({ subject }) => subject === "link");
    if (!link || !click.variant || click.visitor === null || click.robot !== null) continue;
    const key = `${link.id},${click.variant},${click.visitor}`;
    if (!meetings.has(key)) meetings.set(key, click);
  }
  if (meetings.size === 0) return;
  // A fixed order, so that two drains with the same visitors cannot deadlock.
  const columns = [...meetings.keys()].sort().map((key) => key.split(","));
  const inserted = await client.query<{ key: string }>(
    `insert into click_variant_visitors (link_id, variant, visitor)
     select * from unnest($1::int[], $2::text[], $3::bigint[]) on conflict do nothing
     returning link_id || ',' || variant || ',' || visitor as key`,
    [0, 1, 2].map((column) => arrayOf(columns.map((values) => values[column] ?? ""))),
  );
  for (const { key } of inserted.rows) {
    const click = meetings.get(key);
    if (click) click.firstOfVariant = true;
  }
}
