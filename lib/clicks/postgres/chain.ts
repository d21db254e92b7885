import type { Client } from "pg";
import {
  CHAIN_START,
  type ChainedSegment,
  chainHash,
  isSigned,
  type Root,
  signRoot,
} from "@/lib/clicks/store/root-signature";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inSnapshot, inTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { hasValidMac, type KeptSegment, SEGMENT_COLUMNS, writeSegments } from "./segments";

/** A segment without new clicks for this long is closed. Later clicks begin another one. */
const IDLE = "10 minutes";
/** Number of segments that one transaction closes. */
const STEP = 1_000;

const ROOT_COLUMNS = `to_char(day, 'YYYY-MM-DD') as day, position::float8, chain, gone::float8, clicks::float8,
  erased::float8,  to_char(since, 'YYYY-MM-DD') as since, signature`;

export type KeptRoot = Root & { signature: Buffer };

/** Returns the roots of all days, latest first. */
export async function readRoots(client: Client): Promise<KeptRoot[]> {
  return (await client.query<KeptRoot>(`select ${ROOT_COLUMNS} from click_roots order by day desc`)).rows;
}

/** Adds segments that no longer grow to the chain, and signs its end once a day. */
export async function sealSegments(client: Client): Promise<void> {
  while ((await onChain(client, () => closeSegments(client))) === STEP);
  await onChain(client, () => signDay(client));
}

const onChain = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  inTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickChain]);
    return work();
  });

async function closeSegments(client: Client): Promise<number> {
  let { position, chain } = await endOfChain(client);
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where position is null and written_at < now() - interval '${IDLE}'
     order by number limit ${STEP} for update`,
  );
  const own = rows.filter(hasValidMac);
  for (const segment of own) {
    position += 1;
    chain = chainHash(chain, { ...segment, position });
    Object.assign(segment, { position, chain });
  }
  await writeSegments(client, own);
  if (own.length < rows.length)
    log.error({ segments: rows.length - own.length }, "segments of clicks have been changed");
  return own.length;
}

interface End {
  position: number;
  chain: Buffer;
}

/** Returns the last segment in the chain, or the last root if the segments before it are gone. */
async function endOfChain(client: Client): Promise<End> {
  const { rows } = await client.query<End>(
    `select position::float8, chain from click_segments where position is not null
     union all select position::float8, chain from click_roots order by position desc limit 1`,
  );
  return rows[0] ?? { position: 0, chain: CHAIN_START };
}

/** Signs the end of the chain at the first run after midnight (UTC). */
async function signDay(client: Client): Promise<void> {
  const { rows } = await client.query<{ day: string; tomorrow: string }>(
    `select to_char(today - 1, 'YYYY-MM-DD') as day, to_char(today + 1, 'YYYY-MM-DD') as tomorrow
     from (select (now() at time zone 'utc')::date as today) as today
     where not exists (select from click_roots where day >= today - 1)`,
  );
  const [due] = rows;
  if (!due) return;
  const [last] = await readRoots(client);
  const gone = await forgetErased(client, last?.gone ?? 0);
  const { rows: sums } = await client.query<{ clicks: number; erased: number }>(
    `select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(erased), 0)::float8 as erased
     from click_segments where position is not null`,
  );
  const { clicks = 0, erased = 0 } = sums[0] ?? {};
  // The very first root defines from which day each click must have a seal.
  const since = last?.since ?? due.tomorrow;
  const root: Root = { day: due.day, gone, ...(await endOfChain(client)), clicks, erased, since };
  await client.query(
    `insert into click_roots (day, position, chain, gone, clicks, erased, since, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [root.day, root.position, root.chain, gone, clicks, erased, since, signRoot(root)],
  );
}

/**
 * Forgets the beginning of the chain up to a root before which no clicks are left. The chain then begins at that root.
 */
async function forgetErased(client: Client, before: number): Promise<number> {
  const { rows } = await client.query<{ gone: number | null }>(
    `select max(position)::float8 as gone from click_roots
     where position < coalesce((select min(position) from click_segments where position is not null and erased < clicks), 0)`,
  );
  const gone = Math.max(before, rows[0]?.gone ?? 0);
  await client.query("delete from click_segments where position <= $1", [gone]);
  await client.query("delete from click_roots where position < $1", [gone]);
  return gone;
}

/** Returns sentences about what is wrong with the rows of segments, their chain and the roots. */
export const verifyChain = (client: Client): Promise<string[]> =>
  inSnapshot(client, async () => {
    const roots = await readRoots(client);
    const found: string[] = [];
    for (const root of roots)
      if (!isSigned(root, root.signature)) found.push(`The root of ${root.day} has no valid signature.`);
    await followChain(client, roots, found);
    return found;
  });

async function followChain(client: Client, roots: KeptRoot[], found: string[]): Promise<void> {
  const [last] = roots;
  const first = roots.find(({ position }) => position === last?.gone);
  let end: End = first && last?.gone ? first : { position: 0, chain: CHAIN_START };
  const totals = { clicks: 0, erased: 0 };
  const due = roots.toReversed();
  const passRoots = () => {
    for (; due[0] && due[0].position <= end.position; due.shift()) {
      const [root] = due;
      if (root.position === end.position && root.chain.equals(end.chain)) continue;
      found.push(`The root of ${root.day} says otherwise than the chain does at segment ${root.position}.`);
    }
  };
  passRoots();
  for (let after = end.position; ; ) {
    const { rows } = await client.query<KeptSegment>(
      `select ${SEGMENT_COLUMNS} from click_segments where position > $1 order by position limit ${STEP}`,
      [after],
    );
    for (const segment of rows) {
      const position = segment.position ?? 0;
      const name = `segment ${segment.number} of ${segment.day} (journal ${segment.journal})`;
      if (!hasValidMac(segment)) found.push(`The row of ${name} was changed.`);
      if (position !== end.position + 1)
        found.push(`The chain is broken: ${position - end.position - 1} segments are missing before ${name}.`);
      else if (!chainHash(end.chain, segment as ChainedSegment).equals(segment.chain ?? CHAIN_START))
        found.push(`The chain is broken at ${name}.`);
      end = { position, chain: segment.chain ?? CHAIN_START };
      totals.clicks += segment.clicks;
      totals.erased += segment.erased;
      passRoots();
    }
    if (rows.length < STEP) break;
    after = end.position;
  }
  for (const root of due)
    found.push(`The chain ends at ${end.position}: the root of ${root.day} knows ${root.position} segments.`);
  await openRows(client, found);
  if (last && totals.erased < last.erased)
    found.push(`${last.erased} clicks were erased by ${last.day}, and the segments know of ${totals.erased}.`);
}

/** Checks open segments, which are not in the chain yet. */
async function openRows(client: Client, found: string[]): Promise<void> {
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where position is null order by number`,
  );
  for (const segment of rows)
    if (!hasValidMac(segment))
      found.push(`The row of segment ${segment.number} of ${segment.day} (journal ${segment.journal}) was changed.`);
}
