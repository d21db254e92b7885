import pg from "pg";
import { journalsIn } from "@/lib/clicks/reader";
import { eventually } from "./wait";

/** What a database holds of one link's clicks, in each of the places that count them. */
export interface RecordedClicks {
  alias: string;
  rows: number;
  counter: number;
  total: number;
  /** the sum of its days */
  days: number;
  unique: number;
}

/** Waits until every click of the server's journal is stored, for `timeout` ms; then what is recorded, by link. */
export async function recordedClicks(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  timeout = 30_000,
): Promise<RecordedClicks[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await eventually(async () => {
      const { rows } = await client.query<{ journal: string; offset: string }>(`select * from journal_offsets`);
      const offsets = new Map(rows.map((row) => [row.journal, Number(row.offset)]));
      for (const file of journalsIn(`${dataDir}/journal`)) {
        const left = file.bytes - (offsets.get(file.journal) ?? 0);
        if (file.closed || left > 0) throw new Error(`${left} bytes of ${file.path} are not stored`);
      }
    }, timeout);
    const { rows } = await client.query<RecordedClicks>(`
      select alias, links.clicks as counter, unique_clicks as unique,
        (select count(*)::int from clicks where link_id = links.id) as rows,
        coalesce(sum(r.clicks) filter (where day = '1970-01-01'), 0)::int as total,
        coalesce(sum(r.clicks) filter (where day <> '1970-01-01'), 0)::int as days
      from links left join click_rollups r
        on subject = 'link' and subject_id = links.id and dimension = 'total' and not robot
      group by links.id order by alias`);
    return rows;
  } finally {
    await client.end();
  }
}
