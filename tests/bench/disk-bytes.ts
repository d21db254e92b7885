import pg from "pg";

/** The bytes of disk that one of each takes with its indexes, in a database filled by `seed`. */
export interface DiskBytes {
  click: number;
  link: number;
  dayOfLink: number;
}

export async function diskBytes(databaseUrl: string, links: number, clicks: number): Promise<DiskBytes> {
  const size = (...tables: string[]) => tables.map((name) => `pg_total_relation_size('${name}')`).join(" + ");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<DiskBytes>(
      `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'clicks'::regclass)::float8 / $1
           + (${size("click_visitors", "click_visitor_sets")})::float8 / $1 as click,
         (${size("links", "link_texts", "link_counts", "link_blocks")})::float8 / $2 as link,
         (${size("click_rollups")})::float8 / (select count(*) from click_rollups) as "dayOfLink"`,
      [clicks, links],
    );
    return rows[0] as DiskBytes;
  } finally {
    await client.end();
  }
}
