import { beforeAll, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { waitingConnections } from "../support/locks";
import { ownerOf } from "../support/owner";

let pool: typeof import("@/lib/platform/database/pool").pool;
let listLinks: typeof import("@/lib/resources/links/service").listLinks;

await startDatabase();

beforeAll(async () => {
  ({ pool } = await import("@/lib/platform/database/pool"));
  ({ listLinks } = await import("@/lib/resources/links/service"));
  await pool.query(
    `insert into users (id, email, username, username_folded, password_hash, plan_id)
     select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 2) as id`,
  );
  await pool.query(
    "insert into campaigns (id, user_id, name) values (1, 1, 'Frühling'), (2, 1, 'Herbst'), (3, 2, 'Frühling')",
  );
  await pool.query(
    "insert into tags (id, user_id, name, name_folded) values (1, 1, 'Plakat', 'plakat'), (2, 1, 'Messe', 'messe'), (3, 2, 'Plakat', 'plakat')",
  );
});

let made = 0;

/** Creates a link with this title and returns its id. */
async function link(columns: Record<string, unknown> = {}, userId = 1): Promise<number> {
  const all = { user_id: userId, domain_id: 1, alias: `s-${++made}`, destination: "https://example.com/", ...columns };
  const names = [...Object.keys(all), "alias_folded"];
  const { rows } = await pool.query<{ id: number }>(
    `insert into links (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    [...Object.values(all), all.alias],
  );
  return rows[0]?.id ?? 0;
}

const search = async (q: string, userId = 1, filter = {}) => {
  const { rows, total } = await listLinks(ownerOf(userId), { q, limit: 100, page: 1, ...filter });
  expect(rows).toHaveLength(total);
  return rows.map(({ id }) => id);
};

/** Checks all three ways to find links. */
async function expectFound(q: string, ids: number[], userId = 1): Promise<void> {
  expect({ q, ids: await search(q, userId) }).toEqual({ q, ids });
  expect({ q, ids: await search(q, userId, { order: "click" }) }).toEqual({ q, ids });
  expect({ q, ids: await search(q, userId, { domain: 1 }) }).toEqual({ q, ids });
}

const tagged = (links: number[], tag: number) =>
  pool.query('insert into "_LinkToTag" ("A", "B") select id, $2 from unnest($1::int[]) as id', [links, tag]);

describe("finds", () => {
  it.each<[Record<string, string>, found: string[], missed: string[]]>([
    [
      { title: "Customer story: Café Morgenrot" },
      ["customer cafe", "CAFÉ customer", "  morgen\tstor ", "cafe\u0301", "story: example.com"],
      ["customer bar", "customerstory", "cafe morgenrot bar", "storycafé"],
    ],
    [
      { description: "Straße nach Łódź, Ærø" },
      ["strasse", "STRASSE lodz", "ærø", "AERO", "Straße"],
      ["strase", "ero lodzz"],
    ],
    [{ title: "ÅNGSTRÖM İstanbul œuvre" }, ["angstrom istanbul", "ångström", "Oeuvre", "İSTANBUL"], ["angstrum"]],
    [{ title: "Ёлка ΟΔΟΣ ｆｕｌｌ ﬁn" }, ["елка", "ЁЛКА", "οδος", "full", "fin", "ΟΔΌΣ"], ["елки"]],
    [{ title: "50% off_now c:\\temp" }, ["50%", "off_", "c:\\t", "％"], ["5%", "50_", "offxnow", "c:t", "100％"]],
    [{ alias: "Grüße-Ü" }, ["grusse", "GRÜSSE", "e-u"], ["grusee"]],
  ])("in %j", async (columns, found, missed) => {
    const id = await link(columns);
    for (const q of found) await expectFound(q, [id]);
    for (const q of missed) expect({ q, ids: (await search(q)).includes(id) }).toEqual({ q, ids: false });
    await pool.query("delete from links where id = $1", [id]);
  });

  it("words in several fields at once, in any order, only in the user's links", async () => {
    const id = await link({ alias: "quarz", title: "Titel", description: "Notiz", campaign_id: 1 });
    const theirs = await link({ title: "Titel", campaign_id: 3 }, 2);
    await tagged([id], 1);
    await tagged([theirs], 3);
    await expectFound("plakat fruhling notiz titel quarz example", [id]);
    await expectFound("quarz plakat", [id]);
    await expectFound("plakat titel", [theirs], 2);
    await pool.query("delete from links where id = any($1)", [[id, theirs]]);
  });

  it("words after the eighth as a phrase", async () => {
    const id = await link({ title: "one two three four five six seven eight nine ten" });
    await expectFound("seven six five four three two one eight nine ten", [id]);
    await expectFound("seven six five four three two one nine eight ten", []);
    expect(await search(Array(120).fill("o").join(" "))).toEqual([]);
    await pool.query("delete from links where id = $1", [id]);
  });

  it("all links if the search is blank", async () => {
    const id = await link();
    expect(await search("  \t ")).toContain(id);
  });
});

describe("stays right after counting when", () => {
  it("a link gets a tag, several lose one, and a tag is renamed and deleted", async () => {
    const [one, two] = [await link({ title: "wandel" }), await link({ title: "wandel" })];
    await expectFound("messe wandel", []);
    await tagged([one, two], 2);
    await expectFound("messe wandel", [two, one]);
    await pool.query("update tags set name = 'Ausflüge' where id = 2");
    await expectFound("messe wandel", []);
    await expectFound("wandel ausfluge", [two, one]);
    await pool.query('delete from "_LinkToTag" where "A" = $1', [one]);
    await expectFound("wandel ausfluge", [two]);
    await pool.query("delete from tags where id = 2");
    await expectFound("wandel ausfluge", []);
  });

  it("a link's description or campaign changes, and a campaign is renamed and deleted", async () => {
    const id = await link({ title: "wechsel" });
    await expectFound("wechsel notiz", []);
    await pool.query("update links set description = 'Notiz' where id = $1", [id]);
    await expectFound("wechsel notiz", [id]);
    await pool.query("update links set campaign_id = 2 where id = $1", [id]);
    await expectFound("wechsel herbst", [id]);
    await pool.query("update campaigns set name = 'Wintér' where id = 2");
    await expectFound("wechsel herbst", []);
    await expectFound("winter wechsel", [id]);
    await pool.query("delete from campaigns where id = 2");
    await expectFound("winter wechsel", []);
    await expectFound("wechsel", [id]);
  });

  it("a campaign is renamed while it gets a link, and a tag while a link gets it", async () => {
    const id = await link({ title: "zugleich" });
    const renamer = await pool.connect();
    for (const [table, enter] of [
      ["campaigns", "update links set campaign_id = 1 where id = $1"],
      ["tags", 'insert into "_LinkToTag" ("A", "B") values ($1, 1)'],
    ] as const) {
      await renamer.query("begin");
      await renamer.query(`update ${table} set name = 'Neu ${table}' where id = 1`);
      const entering = pool.query(enter, [id]);
      // Wait until it waits for the name.
      while ((await waitingConnections(pool)) === 0);
      await renamer.query("commit");
      await entering;
      await expectFound(`zugleich neu ${table}`, [id]);
    }
    renamer.release();
  });

  it("ignores other changes, which do not change the counts", async () => {
    const id = await link({ title: "ruhig", campaign_id: 1 });
    const versions = async () => (await pool.query("select xmin, block from link_blocks order by user_id, block")).rows;
    const before = await versions();
    await pool.query("update tags set color = '#123456'");
    await pool.query("update campaigns set public = true");
    await pool.query("update link_counts set clicks = clicks + 1 where link_id = $1", [id]);
    expect(await versions()).toEqual(before);
  });
});
