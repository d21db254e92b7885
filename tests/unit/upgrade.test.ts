import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provide } from "@/lib/platform/env";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { temporaryFolder } from "../support/server";

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

/** The names of tables that have been renamed since. */
const renamedTables: Record<string, string> = { framings: "frame_permissions" };

const before = new Map<Table, { row: string }[]>();

beforeAll(async () => {
  await client.connect();
  await client.query(readFileSync("tests/unit/fixtures/before-sql-files.sql", "utf8"));
  await client.query("RESET ALL");
  // That version derived its keys from the secret itself.
  provide({ SIGNPOST_ROOT_KEY: APP_SECRET });
  await client.query("UPDATE api_keys SET encrypted = $1", [Buffer.from(encrypt("api-key-copy", "sp_a_key"))]);
  const { rows: tables } = await client.query<Table>(
    `SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> '_prisma_migrations' AND attnum > 0 AND NOT attisdropped
       AND (relname, attname) <> ('link_texts', 'text')
     GROUP BY relname`,
  );
  for (const table of tables) before.set(table, await rowsOf(table));
  await prepareDatabase(postgres.url);
});

afterAll(async () => {
  await client.end();
  await closeDatabase();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

describe("a database of the version before functions and triggers had files", () => {
  it("keeps every row", async () => {
    const counts = [...before].map(([{ name }, rows]) => [name, rows.length]);
    expect(Object.fromEntries(counts)).toMatchObject({
      ...{ users: 3, sessions: 3, links: 3, link_texts: 3, link_blocks: 2, domains: 3, clicks: 11, click_rollups: 3 },
      ...{ sso_tokens: 3, password_resets: 3, email_links: 3, registrations: 1, invitations: 1 },
    });
    // A link that does not redirect was called private.
    const renamed = (row: string) => row.replace('"status": "private"', '"status": "off"');
    for (const [table, rows] of before) {
      const expected = table.name === "links" ? rows.map(({ row }) => ({ row: renamed(row) })) : rows;
      const name = renamedTables[table.name] ?? table.name;
      expect({ table, rows: await rowsOf({ ...table, name }) }).toEqual({ table, rows: expected });
    }
    const { rows: texts } = await client.query("SELECT text FROM link_texts ORDER BY link_id");
    expect(texts.map(({ text }) => text)).toEqual([
      "summer\nhttps://example.com/summer\nsummer\nall of it\nspring",
      "ubung\nhttps://example.com/u\n",
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

  it("sets the edit time of old rows to the latest possible time", async () => {
    const { rows } = await client.query("SELECT updated_at > now() - interval '1 hour' AS late FROM links");
    expect(rows).toEqual([{ late: true }, { late: true }, { late: true }]);
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

// What that version sends: its SQL, and the form of what its Prisma creates.
describe("an instance of that version next to this one", () => {
  const hash = (token: string) => `sha256('${token}')`;

  it("creates tokens that this one accepts", async () => {
    for (const table of ["sso_tokens", "password_resets"])
      await client.query(
        `INSERT INTO "public"."${table}" ("token_hash", "user_id", "expires_at") VALUES (${hash(table)}, 2, '2100-01-01')
         RETURNING "public"."${table}"."token_hash", "public"."${table}"."used_at"`,
      );
    await client.query(
      `INSERT INTO "public"."email_links" ("token_hash", "user_id", "email", "expires_at")
       VALUES (${hash("email_links")}, 2, 'anna@example.com', '2100-01-01')`,
    );
    expect(await consumeSsoToken("sso_tokens")).toBe(2);
    expect(await userOfResetToken("password_resets")).toBe(2);
    expect(await findEmailLink("email_links")).toEqual({ userId: 2, email: "anna@example.com", isNew: true });
  });

  it("accepts this one's tokens, once between them", async () => {
    const { createToken, findToken, consumeToken } = await import("@/lib/auth/one-time-tokens");
    const use = (table: string, token: string) =>
      client.query(
        `UPDATE ${table} SET used_at = now() WHERE token_hash = ${hash(token)} AND used_at IS NULL AND expires_at > now()
         RETURNING user_id`,
      );
    const [reset, logIn] = [await createToken("password_reset", 2), await createToken("log_in", 2)];
    expect([(await use("password_resets", logIn)).rows, (await use("password_resets", reset)).rows]).toEqual([
      [],
      [{ user_id: 2 }],
    ]);
    expect((await use("sso_tokens", logIn)).rows).toEqual([{ user_id: 2 }]);
    expect([await consumeToken("password_reset", reset), await consumeToken("log_in", logIn)]).toEqual([null, null]);

    const confirm = (token: string) =>
      client.query(`DELETE FROM email_links WHERE token_hash = ${hash(token)} AND user_id = 3 AND expires_at > now()
        RETURNING email`);
    const [first, second] = [await createToken("confirm_email", 3, "b"), await createToken("confirm_email", 3, "c")];
    await consumeToken("confirm_email", first);
    expect([(await confirm(first)).rows, (await confirm(second)).rows]).toEqual([[], [{ email: "c" }]]);
    expect(await findToken("confirm_email", second)).toBeNull();
  });

  it("deletes what has expired, of each kind", async () => {
    await client.query(
      `INSERT INTO one_time_tokens (token_hash, kind, user_id, expires_at)
       SELECT sha256(kind::text::bytea), kind, 2, '2020-01-01' FROM unnest(enum_range(NULL::"OneTimeTokenKind")) AS kind`,
    );
    for (const table of ["sso_tokens", "password_resets", "email_links"]) {
      const { rowCount } = await client.query(`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE expires_at < now() - interval '5 years' LIMIT 5000))`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 1 });
    }
  });
});
