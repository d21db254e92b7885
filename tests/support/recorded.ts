import { join } from "node:path";
import type pg from "pg";
import { journalDirectories, listJournals } from "@/lib/clicks/journal/journal-files";
import { sql } from "./sql";
import { eventually } from "./wait";

interface Recording {
  dataDir: string;
  databaseUrl: string;
}

/** The address of a database, or a connection to it. */
type Database = string | pg.Client;

/** A link's clicks, as each place in the database counts them. */
interface RecordedClicks {
  alias: string;
  rows: number;
  counter: number;
  total: number;
  /** the sum of its days */
  days: number;
  unique: number;
}

/**
 * Waits until every click of the server's journal is stored, and returns what is recorded for each link.
 * On a full disk, pass a connection opened earlier as `database`: a new one needs disk space itself.
 */
export async function recordedClicks(
  server: Recording,
  timeout = 60_000,
  database: Database = server.databaseUrl,
): Promise<RecordedClicks[]> {
  await untilStored(server, timeout, database);
  return query(
    database,
    `select alias, counts.clicks::float8 as counter, counts.unique_clicks::float8 as unique,
       (select count(*)::int from clicks where clicks.link_id = links.id) as rows,
       coalesce(sum(r.clicks) filter (where day = '1970-01-01'), 0)::float8 as total,
       coalesce(sum(r.clicks) filter (where day <> '1970-01-01'), 0)::float8 as days
     from links join link_counts as counts on link_id = links.id left join click_rollups r
       on subject = 'link' and subject_id = links.id and not robot
     group by links.id, counts.link_id order by alias`,
  );
}

/** Waits until every click of the server's journal is stored; throws after `timeout` ms. */
export async function untilStored(
  { dataDir, databaseUrl }: Recording,
  timeout: number,
  database: Database = databaseUrl,
): Promise<void> {
  await eventually(async () => {
    const rows = await query<{ journal: string; offset: string }>(database, "select * from journal_offsets");
    const offsets = new Map(rows.map((row) => [row.journal, Number(row.offset)]));
    const root = join(dataDir, "journal");
    for (const file of journalDirectories(root).flatMap((name) => listJournals(join(root, name)))) {
      const left = file.bytes - (offsets.get(file.journal) ?? 0);
      if (file.closed || left > 0) throw new Error(`${left} bytes of ${file.path} are not stored`);
    }
  }, timeout);
}

/** The number of clicks on links that are stored now. */
export async function storedClicks(databaseUrl: string): Promise<number> {
  const rows = await query<{ count: number }>(databaseUrl, "select count(*)::int as count from clicks");
  return rows[0]?.count ?? 0;
}

/** The number of rows about clicks on a link or QR code. */
export async function countedRows(databaseUrl: string, subject: "link" | "qr", id: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `select (select count(*) from clicks where ${subject === "link" ? "link_id" : "qr_code_id"} = ${id})
       + (select count(*) from click_rollups where subject = '${subject}' and subject_id = ${id})
       + (select count(*) from click_rollups_beyond where subject = '${subject}' and subject_id = ${id})
       + (select count(*) from click_visitors where subject = '${subject}' and subject_id = ${id})
       + (select count(*) from click_visitor_sets where subject = '${subject}' and subject_id = ${id}) as count`,
  );
  return Number(row?.count);
}

async function query<Row extends pg.QueryResultRow>(database: Database, text: string): Promise<Row[]> {
  return typeof database === "string" ? sql({ databaseUrl: database }, text) : (await database.query<Row>(text)).rows;
}
