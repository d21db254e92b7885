import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { jsonBytes, jsonColumns } from "@/lib/contract/json-columns";
import { type Failure, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";

const server = inject("server");
const url = "https://example.com/";
const long = (bytes: number) => `${url}${"x".repeat(bytes)}`;
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

/** The JSON columns of schema.prisma, by their names in the database. */
function columnsInSchema(): string[] {
  const models = readFileSync("prisma/schema.prisma", "utf8").match(/^model [\s\S]*?^}/gm) ?? [];
  return models.flatMap((model) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
    return [...model.matchAll(/^ +(\w+) +Json\b.*$/gm)].map(
      ([line, field]) => `${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? field}`,
    );
  });
}

/** Triggers copy these from columns that have a limit. */
const copied = [
  ...["audit_changes.after", "audit_changes.before", "webhook_deliveries.before", "webhook_deliveries.state"],
  ...["webhook_changes.after", "webhook_changes.before", "webhook_changes.state"],
];

describe("in the database", () => {
  it("every JSON column has a limit, twice that of the schemas", async () => {
    expect(columnsInSchema().sort()).toEqual([...Object.keys(jsonColumns), ...copied].sort());
    const rows = await sql<{ column: string; bytes: number }>(
      server,
      `SELECT replace(tgrelid::regclass::text || '.' || attname, '"', '') AS column,
         (regexp_match(pg_get_triggerdef(t.oid), '> (\\d+)\\)'))[1]::int AS bytes
       FROM pg_trigger t JOIN pg_attribute a ON attrelid = tgrelid AND attnum = ANY (tgattr)
       WHERE tgfoid = 'refuse_large_json'::regproc`,
    );
    const bounds = Object.fromEntries(rows.map(({ column, bytes }) => [column, bytes]));
    expect(bounds).toEqual(Object.fromEntries(Object.entries(jsonColumns).map(([name, bytes]) => [name, 2 * bytes])));
  });

  it("rejects larger values that bypass the service, and accepts the largest that it allows", async () => {
    const { create } = await linkOwner(server);
    const { id } = await create();
    const store = (value: unknown) =>
      sql(server, "UPDATE links SET rules = $2 WHERE id = $1", [id, JSON.stringify(value)]);
    await expect(store([{ when: {}, to: long(2 * jsonColumns["links.rules"]) }])).rejects.toThrow(
      "links.rules takes more than 131072 bytes",
    );
    // No other values take more bytes in the database's format.
    const flat = many(32_767, () => 1);
    expect(jsonBytes(flat)).toBeLessThanOrEqual(jsonColumns["links.rules"]);
    await store(flat);
    await store([]);
  });
});

const rules = (count: number, bytes: number) =>
  many(count, (index) => ({ when: { query: [{ name: `${index}` }] }, to: long(bytes) }));
const targets = (count: number) => many(count, () => ({ location: "FR", link: long(1_000) }));
const sentence = (kibibytes: number) => `This can be at most ${kibibytes} KiB.`;

describe("through the API", () => {
  const refused: [path: string, field: string, kibibytes: number, body: object][] = [
    ["/api/url/add", "rules", 64, { url, rules: rules(9, 8_000) }],
    ["/api/url/add", "geotarget", 64, { url, geotarget: targets(70) }],
    ["/api/url/add", "split", 64, { url, split: many(10, () => ({ to: long(8_000), weight: 1 })) }],
    ["/api/url/add", "parameters", 8, { url, parameters: many(20, (n) => ({ name: `${n}`, value: "x".repeat(500) })) }],
    [
      "/api/bio/add",
      "blocks",
      64,
      { slug: "s", name: "n", blocks: many(40, () => ({ type: "text", text: "x".repeat(2_000) })) },
    ],
  ];

  it.each(refused)(
    "%s rejects a large %s with one sentence, and creates nothing",
    async (path, field, kibibytes, body) => {
      const { client } = await linkOwner(server);
      const sent = field === "blocks" ? { ...body, slug: `s${Date.now()}` } : body;
      const answer = await client.post<Failure>(path, sent);
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [{ path: field, code: expect.any(String), message: sentence(kibibytes) }],
      ]);
      const { body: list } = await client.get<{ data: { result: number } }>(
        path.replace("url/add", "urls").replace("/add", ""),
      );
      expect(list.data.result).toBe(0);
    },
  );

  it("counts all rules of a link together, including existing ones", async () => {
    const { client, create, show } = await linkOwner(server);
    const { id } = await create({ rules: rules(5, 8_000) });
    const before = await show(id);
    const answer = await client.put<Failure>(`/api/url/${id}/update`, { geotarget: targets(30), metatitle: "new" });
    const message = "All rules of a link can have at most 64 KiB in total.";
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: "geotarget", code: "rules_too_large", message }],
    ]);
    expect(await show(id)).toEqual(before);
    expect((await client.put(`/api/url/${id}/update`, { rules: [], geotarget: targets(30) })).status).toBe(200);
  });
});

it("a link that was larger earlier redirects, is counted, shown and changed, and can be made smaller", async () => {
  const { client, create, show } = await linkOwner(server);
  const { id, shorturl } = await create();
  const large = many(100, (index) => ({ when: { query: [{ name: `n${index}` }] }, to: long(8_000) }));
  await sql(
    server,
    `SET session_replication_role = replica; UPDATE links SET rules = '${JSON.stringify(large)}' WHERE id = ${id};
     SET session_replication_role = DEFAULT`,
  );
  expect(await visit(`${shorturl}?n99=1`)).toMatchObject({ status: 302, location: long(8_000) });
  expect((await client.put(`/api/url/${id}/update`, { metatitle: "new" })).status).toBe(200);
  expect((await show(id)).details).toMatchObject({ metatitle: "new", rules: large });
  await expect.poll(async () => (await show(id)).details.clicks).toBe(1);
  expect((await client.put(`/api/url/${id}/update`, { rules: rules(2, 10) })).status).toBe(200);
});
