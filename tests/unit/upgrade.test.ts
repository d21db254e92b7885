import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provide } from "@/lib/platform/env";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { temporaryFolder } from "../support/server";
import { createDatabase } from "../support/shared-postgres";

const dataDir = await temporaryFolder();
const APP_SECRET = "a secret of the tests, which is long enough";
Object.assign(process.env, {
  APP_SECRET,
  BASE_URL: "https://sign.example",
  DATA_DIR: dataDir,
  LOG_LEVEL: "silent",
});
const postgres = await startPostgres(dataDir);
provide({ DATABASE_URL: postgres.url });
const client = new pg.Client({ connectionString: postgres.url });

const { closeDatabase, prepareDatabase } = await import("@/server/commands/prepare-database");
const { encrypt } = await import("@/lib/platform/secrets");
const { consumeSsoToken, readSsoState: ssoStateOf } = await import("@/lib/auth/sso");
const { resetPassword, userOfResetToken } = await import("@/lib/auth/password-reset");
const { readSession } = await import("@/lib/auth/session-rows");
const { confirmEmail, findEmailLink } = await import("@/lib/resources/account/email");
const { findInvitation } = await import("@/lib/resources/account/invitations");
const { findRegistration } = await import("@/lib/resources/account/registration");

type Table = { name: string; columns: string };

/** The rows of a table, or of the view with its name, with these columns. */
const rowsOf = async ({ name, columns }: Table) =>
  (
    await client.query<{ row: string }>(
      `SELECT to_jsonb(row)::text AS row FROM (SELECT ${columns} FROM "${name}") AS row ORDER BY 1`,
    )
  ).rows;

/** The names of tables and columns that have been renamed since. */
const renamedTables: Record<string, string> = { framings: "frame_permissions" };
const renamedColumns = (columns: string) =>
  columns.replace("told, tell_at", "notified_percent AS told, notify_at AS tell_at");

/** Everything that migrations and prisma/sql create, one line each. Months of clicks are created when clicks arrive. */
async function readCatalog(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    `WITH tables AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND NOT relispartition)
     SELECT concat_ws(' ', 'table', relname, relkind, reloptions, pg_get_partkeydef(oid)) AS line FROM tables
     UNION ALL SELECT concat_ws(' ', 'column', relname, row_number() OVER (PARTITION BY relname ORDER BY attnum), attname,
         format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
       FROM tables JOIN pg_attribute ON attrelid = oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v')
     UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
       FROM pg_constraint JOIN tables ON tables.oid = conrelid WHERE contype <> 'n'
     UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(oid), reloptions) FROM tables WHERE relkind IN ('i', 'I')
     UNION ALL SELECT concat_ws(' ', 'sequence', seqrelid::regclass, format_type(seqtypid, NULL), seqmax) FROM pg_sequence
     UNION ALL SELECT concat_ws(' ', 'type', typname, string_agg(enumlabel, ', ' ORDER BY enumsortorder))
       FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid GROUP BY typname
     UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
     UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN tables ON tables.oid = tgrelid
       WHERE NOT tgisinternal
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

const before = new Map<Table, { row: string }[]>();

beforeAll(async () => {
  await client.connect();
  await client.query(readFileSync("tests/unit/fixtures/release-0.2.0.sql", "utf8"));
  await client.query("RESET ALL");
  // That version derived its keys from the secret itself.
  provide({ SIGNPOST_ROOT_KEY: APP_SECRET });
  await client.query("UPDATE api_keys SET encrypted = $1", [Buffer.from(encrypt("api-key-copy", "sp_a_key"))]);
  const { rows: tables } = await client.query<Table>(
    `SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname NOT LIKE '\\_prisma%' AND attnum > 0 AND NOT attisdropped
     GROUP BY relname`,
  );
  // The start of this version stores the keys that it derives.
  for (const table of tables) if (table.name !== "kept_keys") before.set(table, await rowsOf(table));
  await prepareDatabase(postgres.url);
});

afterAll(async () => {
  await client.end();
  await closeDatabase();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

describe("a database of release 0.2.0", () => {
  it("keeps every row", async () => {
    const counts = [...before].map(([{ name }, rows]) => [name, rows.length]);
    expect(Object.fromEntries(counts)).toMatchObject({
      ...{ users: 3, sessions: 3, links: 3, link_texts: 3, link_blocks: 2, domains: 3, clicks: 11, click_rollups: 3 },
      ...{ one_time_tokens: 9, registrations: 1, invitations: 1, tags: 2, audit_changes: 10, framings: 1 },
    });
    // A link that does not redirect was called private.
    const renamed = (row: string) => row.replace('"status": "private"', '"status": "off"');
    for (const [table, rows] of before) {
      const expected = table.name === "links" ? rows.map(({ row }) => ({ row: renamed(row) })) : rows;
      const name = renamedTables[table.name] ?? table.name;
      expect({ table, rows: await rowsOf({ name, columns: renamedColumns(table.columns) }) }).toEqual({
        table,
        rows: expected,
      });
    }
    const { rows: texts } = await client.query("SELECT text FROM link_texts ORDER BY link_id");
    expect(texts.map(({ text }) => text)).toEqual([
      "summer\nhttps://example.com/summer\nsummer\nall of it\nspring\nnews",
      "ubung\nhttps://example.com/u\n\nnews",
      "bobs\nhttps://example.org/\nbob's",
    ]);
    // The summaries of links match what this version's functions would compute.
    const { rows: off } = await client.query(`SELECT FROM link_blocks WHERE bytes IS DISTINCT FROM (
      SELECT sum(link_bytes(link)) FROM links AS link
      WHERE link.user_id = link_blocks.user_id AND link.id >> 12 = block)`);
    expect(off).toEqual([]);
  });

  it("continues counting clicks from the links' counts", async () => {
    const { rows } = await client.query(`SELECT id FROM links LEFT JOIN link_counts c ON link_id = id
      WHERE (c.user_id, c.archived, c.clicks, c.unique_clicks)
        IS DISTINCT FROM (links.user_id, links.archived, links.clicks, links.unique_clicks)`);
    expect(rows).toEqual([]);
  });

  it("accepts the existing sessions, and no others", async () => {
    const session = (n: number) => readSession(`0198a000-0000-7000-8000-00000000000${n}`);
    expect(await session(1)).not.toBeNull();
    expect(await session(2)).not.toBeNull();
    expect(await session(3)).toBeNull();
  });

  it("accepts mailed links, each once", async () => {
    expect([await ssoStateOf("log in used"), await ssoStateOf("log in expired")]).toEqual(["used", "expired"]);
    // A token is only valid for its own purpose.
    expect([await ssoStateOf("reset"), await userOfResetToken("log in")]).toEqual(["unknown", null]);
    expect([await consumeSsoToken("reset"), await consumeSsoToken("log in")]).toEqual([null, 2]);
    expect([await consumeSsoToken("log in"), await ssoStateOf("log in")]).toEqual([null, "used"]);

    expect(await findEmailLink("confirm")).toEqual({ userId: 2, email: "ann@example.com", isNew: false });
    expect(await findEmailLink("confirm expired")).toBeNull();
    expect(await findEmailLink("new address")).toEqual({ userId: 3, email: "robert@example.com", isNew: true });
    await expect(confirmEmail(2, "new address")).rejects.toMatchObject({ kind: "invalid" });
    await confirmEmail(3, "new address");
    await expect(confirmEmail(3, "new address")).rejects.toMatchObject({ kind: "invalid" });

    expect(await userOfResetToken("reset used")).toBeNull();
    expect(await resetPassword("reset", "a stone of the tests")).toBe(2);
    await expect(resetPassword("reset", "another stone")).rejects.toMatchObject({ kind: "invalid" });
    expect(await findEmailLink("confirm")).toBeNull();

    expect((await findRegistration("registration"))?.username).toBe("carol");
    expect(await findInvitation("invitation")).toEqual({ email: "dora@example.com", inviter: null });
  });
});

it("has the same tables, functions and triggers as a new database", async () => {
  const database = await createDatabase();
  const fresh = new pg.Client({ connectionString: database.url });
  await fresh.connect();
  try {
    expect(await readCatalog(client)).toEqual(await readCatalog(fresh));
  } finally {
    await fresh.end();
    await database.drop();
  }
});
