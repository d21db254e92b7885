import type pg from "pg";

/** Inserts links of the administrator, `go-1` to `go-<links>`, with the rows that triggers would have added. */
export async function insertLinks(client: pg.Client, links: number): Promise<void> {
  await withoutIndexes(client, ["links", "link_texts", "link_counts"], async () => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into links (user_id, domain_id, alias, alias_folded, destination, title)
       select users.id, domains.id, 'go-' || n, 'go-' || n, 'https://example.com/shop/item' || n,
         (array['Spring', 'Summer', 'Autumn', 'Winter'])[1 + n % 4] || case when n % 100 = 7 then ' fair' else '' end
       from generate_series(1, $1::int) as n, users, domains where domains.user_id is null`,
      [links],
    );
    await client.query("set session_replication_role = default");
    // Does what the trigger `index_new_links` does.
    await client.query(`insert into link_texts select id, user_id, id >> 12, link_text(links, null, null) from links;
      insert into link_counts select id, user_id, archived, clicks, unique_clicks from links;
      insert into link_blocks (user_id, block, links, bytes)
        select user_id, id >> 12, count(*), sum(link_bytes(links)) from links group by 1, 2`);
  });
}

/** Building indexes afterwards takes a fraction of the time. Those of keys stay, because others refer to them. */
async function withoutIndexes(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { made } of rows) await client.query(made);
}
