import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ClickSubject } from "@/generated/prisma/enums";
import { agentOf, countryOf, languageOf, referrerOf, socialOf } from "./enrich";
import type { RecordedClick } from "./line";
import { ensurePartitions } from "./partitions";
import { type EnrichedClick, Rollup } from "./rollup";
import { addCounters, addRollups } from "./rollup-tables";
import { robotOf } from "./visit";
import { visitorOf } from "./visitor";

/** A part of a journal: `clicks` are its lines from byte `from` up to byte `to`. */
export interface Batch {
  journal: string;
  from: number;
  to: number;
  clicks: RecordedClick[];
}

const TABLES = { link: "links", qr: "qr_codes", campaign: "campaigns", bio: "bio_pages" } as const;

/**
 * Stores a batch in one transaction, which also moves the journal's offset from `from` to `to`: whatever happens, each
 * click counts once. Throws, having changed nothing, when the database fails or the offset is not at `from`.
 */
export async function storeBatch(client: Client, batch: Batch): Promise<void> {
  const times = batch.clicks.map((click) => click.visit.at);
  await ensurePartitions(client, times);
  await client.query("begin");
  try {
    await moveOffset(client, batch);
    const clicks = await keepExisting(client, batch.clicks.map(enrich));
    const firsts = await meetVisitors(client, clicks);
    const rollup = new Rollup();
    for (const click of clicks) {
      for (const [subject, id] of click.subjects)
        rollup.add(subject, id, click, firsts.get(click)?.has(subject) === true);
    }
    const rows = rollup.rows();
    await copyClicks(client, clicks, firsts);
    await addRollups(client, rows);
    await addCounters(client, rows);
    await client.query("commit");
  } catch (error) {
    // Where the connection is gone the server rolls back by itself.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

function enrich({ visit, subjects }: RecordedClick): EnrichedClick {
  const referrer = referrerOf(visit.referrer);
  const named = new Map<ClickSubject, number>();
  if (subjects.linkId !== undefined) named.set("link", subjects.linkId);
  if (subjects.qrCodeId !== undefined) named.set("qr", subjects.qrCodeId);
  if (subjects.campaignId !== undefined) named.set("campaign", subjects.campaignId);
  if (subjects.bioPageId !== undefined) named.set("bio", subjects.bioPageId);
  return {
    at: visit.at,
    subjects: named,
    visitor: visit.untracked ? null : visitorOf(visit.address, visit.userAgent),
    robot: robotOf(visit),
    country: countryOf(visit.address),
    language: languageOf(visit.language),
    referrer,
    ...agentOf(visit.userAgent),
    social: socialOf(referrer, visit.userAgent),
  };
}

async function moveOffset(client: Client, { journal, from, to }: Batch): Promise<void> {
  await client.query(`insert into journal_offsets (journal, "offset") values ($1, 0) on conflict do nothing`, [
    journal,
  ]);
  const moved = await client.query(
    `update journal_offsets set "offset" = $3, updated_at = now() where journal = $1 and "offset" = $2`,
    [journal, from, to],
  );
  if (moved.rowCount !== 1) throw new Error(`journal ${journal} has been stored past byte ${from} by somebody else`);
}

/** Drops what has been deleted since. What remains cannot be deleted before the transaction ends. */
async function keepExisting(client: Client, clicks: EnrichedClick[]): Promise<EnrichedClick[]> {
  for (const subject of Object.keys(TABLES) as ClickSubject[]) {
    const ids = [...new Set(clicks.flatMap((click) => click.subjects.get(subject) ?? []))];
    if (ids.length === 0) continue;
    // The weakest lock that stops a deletion: edits and click limits go on meanwhile.
    const found = await client.query<{ id: number }>(
      `select id from ${TABLES[subject]} where id = any($1::int[]) order by id for key share`,
      [`{${ids}}`],
    );
    if (found.rowCount === ids.length) continue;
    const existing = new Set(found.rows.map((row) => row.id));
    for (const { subjects } of clicks) if (!existing.has(subjects.get(subject) ?? 0)) subjects.delete(subject);
  }
  return clicks.filter((click) => click.subjects.size > 0);
}

/** Which clicks are the first of their visitor on which of their subjects. Robots and untracked visitors have none. */
async function meetVisitors(client: Client, clicks: EnrichedClick[]): Promise<Map<EnrichedClick, Set<ClickSubject>>> {
  const candidates = new Map<string, { subject: ClickSubject; id: number; click: EnrichedClick }>();
  for (const click of clicks) {
    if (click.visitor === null || click.robot !== null) continue;
    for (const [subject, id] of click.subjects) {
      const key = `${subject} ${id} ${click.visitor}`;
      if (!candidates.has(key)) candidates.set(key, { subject, id, click });
    }
  }
  const keys = [...candidates.keys()].sort();
  const sorted = keys.map((key) => candidates.get(key) as { subject: ClickSubject; id: number; click: EnrichedClick });
  const inserted = await client.query<[string]>({
    rowMode: "array",
    text: `insert into click_visitors (subject, subject_id, visitor)
      select * from unnest($1::"ClickSubject"[], $2::int[], $3::bigint[]) on conflict do nothing
      returning subject || ' ' || subject_id || ' ' || visitor`,
    values: [
      `{${sorted.map((entry) => entry.subject)}}`,
      `{${sorted.map((entry) => entry.id)}}`,
      `{${sorted.map((entry) => entry.click.visitor)}}`,
    ],
  });
  const firsts = new Map<EnrichedClick, Set<ClickSubject>>();
  for (const [key] of inserted.rows) {
    const { click, subject } = candidates.get(key) as { subject: ClickSubject; click: EnrichedClick };
    const subjects = firsts.get(click);
    if (subjects) subjects.add(subject);
    else firsts.set(click, new Set([subject]));
  }
  return firsts;
}

async function copyClicks(client: Client, clicks: EnrichedClick[], firsts: Map<EnrichedClick, Set<ClickSubject>>) {
  let text = "";
  for (const click of clicks) {
    const { subjects } = click;
    // A click that has a link is unique by its link, whatever else it counts for.
    const [main] = subjects.keys();
    const unique = main !== undefined && firsts.get(click)?.has(main) === true;
    text += `${new Date(click.at).toISOString()}\t${subjects.get("link") ?? "\\N"}\t${subjects.get("qr") ?? "\\N"}\t${
      subjects.get("campaign") ?? "\\N"
    }\t${subjects.get("bio") ?? "\\N"}\t${click.visitor ?? "\\N"}\t${unique ? "t" : "f"}\t${copyValue(click.robot)}\t${
      click.country ?? "\\N"
    }\t${click.language ?? "\\N"}\t${copyValue(click.referrer)}\t${copyValue(click.browser)}\t${copyValue(click.os)}\t${
      click.device
    }\n`;
  }
  const stream = client.query(
    copyFrom(`copy clicks (at, link_id, qr_code_id, campaign_id, bio_page_id, visitor, "unique", robot, country,
      language, referrer, browser, os, device) from stdin`),
  );
  await new Promise((resolve, reject) => stream.on("finish", resolve).on("error", reject).end(text));
}

const copyValue = (value: string | null) => (value === null ? "\\N" : value.replaceAll("\\", "\\\\"));
