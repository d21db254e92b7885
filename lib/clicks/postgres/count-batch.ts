import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { PageEvent } from "@/lib/clicks/journal/page-event-line";
import type { Batch } from "@/lib/clicks/store/click-store";
import { quarantineLines } from "@/lib/clicks/store/quarantine";
import { Rollup } from "@/lib/clicks/store/rollup";
import { inTransaction } from "@/lib/platform/database/client";
import { storeClickConversions, storeConversions } from "./conversions";
import { storeDayVisitors } from "./day-visitors";
import { keepExisting } from "./existing";
import { noteLateClicks } from "./expire";
import { noteMinutes } from "./minutes";
import { countOverlays } from "./overlays";
import { storeCounters } from "./rollups";
import { sealClicks } from "./segments";
import { countUsage, numberClicks } from "./usage";
import { markNewVariants } from "./variants";
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
