import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { copyInto, copyText } from "./copy";
import { agentOf, countryOf, languageOf, referrerOf, socialOf } from "./enrich";
import type { RecordedClick } from "./line";
import { ensurePartitions } from "./partitions";
import { type EnrichedClick, Rollup } from "./rollup";
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
    await meetVisitors(client, clicks);
    await copyInto(client, CLICK_COLUMNS, clickLines(clicks));
    const rollup = new Rollup();
    for (const click of clicks) rollup.add(click);
    await rollup.store(client);
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
    firsts: [],
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

/** Finds the clicks that are the first of their visitor on a subject. Robots and untracked visitors have none. */
async function meetVisitors(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const meetings = new Map<string, { subject: ClickSubject; id: number; click: EnrichedClick }>();
  for (const click of clicks) {
    if (click.visitor === null || click.robot !== null) continue;
    for (const [subject, id] of click.subjects) {
      const key = `${subject} ${id} ${click.visitor}`;
      if (!meetings.has(key)) meetings.set(key, { subject, id, click });
    }
  }
  // Sorted for the same reason as the roll-ups' rows.
  const sorted = [...meetings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, meeting]) => meeting);
  const inserted = await client.query<{ key: string }>(
    `insert into click_visitors (subject, subject_id, visitor)
     select * from unnest($1::"ClickSubject"[], $2::int[], $3::bigint[]) on conflict do nothing
     returning subject || ' ' || subject_id || ' ' || visitor as key`,
    [
      `{${sorted.map((meeting) => meeting.subject)}}`,
      `{${sorted.map((meeting) => meeting.id)}}`,
      `{${sorted.map((meeting) => meeting.click.visitor)}}`,
    ],
  );
  for (const { key } of inserted.rows) {
    const meeting = meetings.get(key);
    meeting?.click.firsts.push(meeting.subject);
  }
}

const CLICK_COLUMNS = `clicks (at, link_id, qr_code_id, campaign_id, bio_page_id, visitor, "unique", robot, country,
  language, referrer, browser, os, device)`;

function* clickLines(clicks: EnrichedClick[]): Generator<string> {
  for (const click of clicks) {
    const id = (subject: ClickSubject) => click.subjects.get(subject) ?? "\\N";
    // A click that has a link is unique by its link, whatever else it counts for.
    const [main] = click.subjects.keys();
    const unique = main !== undefined && click.firsts.includes(main);
    yield `${new Date(click.at).toISOString()}\t${id("link")}\t${id("qr")}\t${id("campaign")}\t${id("bio")}\t${
      click.visitor ?? "\\N"
    }\t${unique}\t${copyText(click.robot)}\t${copyText(click.country)}\t${copyText(click.language)}\t${copyText(
      click.referrer,
    )}\t${copyText(click.browser)}\t${copyText(click.os)}\t${copyText(click.device)}\n`;
  }
}
