import { beforeAll, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";

const server = inject("server");

interface Corrected {
  id: number;
  status: string;
  code?: string;
  errors?: { path: string; code: string }[];
}
interface Correction {
  conversionid: number;
  externalid: string | null;
  before: object;
  after: object;
}

let owner: LinkOwner;
let link: Awaited<ReturnType<LinkOwner["create"]>>;
beforeAll(async () => {
  owner = await linkOwner(server);
  link = await owner.create({ trackconversions: true });
});

const clickOn = async ({ shorturl }: { shorturl: string }) =>
  new URL((await visit(shorturl)).location ?? "").searchParams.get("sp_click") ?? "";
const correct = (body: object, client = owner.client) => client.put<Corrected>("/api/conversion/update", body);
const record = async (externalid = "", { client } = owner) =>
  (
    await client.get<{ data: { result: number; corrections: Correction[] } }>(
      `/api/conversions/corrections${externalid && `?externalid=${externalid}`}`,
    )
  ).body.data;
const shown = async (externalid: string) =>
  (await owner.client.get<{ data: { conversions: object[] } }>(`/api/conversions?externalid=${externalid}`)).body.data
    .conversions[0];
const figures = async (linkid: number) =>
  (await owner.client.get<{ data: object }>(`/api/conversions/figures?linkid=${linkid}`)).body.data;

/** A sale of 49 euros on a link. */
async function sold(externalid: string, on = link) {
  const sale = { clickid: await clickOn(on), event: "sale", amount: 4900, currency: "EUR", externalid };
  return { ...(await owner.made("/api/conversion/add", sale)), sale };
}

it("gives a conversion another amount, withdraws it and takes that back, each with a line in the record", async () => {
  const shop = await owner.create({ trackconversions: true });
  const { id, sale } = await sold("order 1", shop);
  await sold("other", shop);
  expect((await correct({ externalid: " order 1 ", amount: "3900", currency: "eur" })).body).toEqual({
    error: 0,
    id,
    status: "corrected",
  });
  expect(await figures(shop.id)).toMatchObject({ count: 2, revenue: { EUR: 8_800 } });
  expect((await correct({ externalid: "order 1", withdrawn: "true" })).body).toMatchObject({ status: "corrected" });
  expect(await figures(shop.id)).toMatchObject({ count: 1, events: { sale: 1 }, revenue: { EUR: 4_900 } });
  expect((await owner.show(shop.id)).data.conversions).toMatchObject({ count: 1, revenue: { EUR: 4_900 } });
  expect(await shown("order%201")).toMatchObject({ amount: 3_900, withdrawn: true, corrections: 2 });

  // The same again changes nothing, and a repeated report does not bring it back.
  for (const body of [{ withdrawn: 1 }, { amount: 3_900 }, { amount: 3_900, withdrawn: true, currency: null }])
    expect((await correct({ externalid: "order 1", ...body })).body).toEqual({ error: 0, id, status: "unchanged" });
  expect((await owner.client.post("/api/conversion/add", sale)).body).toEqual({ error: 0, id, status: "exists" });
  expect(await figures(shop.id)).toMatchObject({ count: 1 });

  expect((await correct({ externalid: "order 1", amount: 0, withdrawn: false })).body.status).toBe("corrected");
  expect(await figures(shop.id)).toMatchObject({ count: 2, revenue: { EUR: 4_900 } });
  const who = {
    person: expect.stringMatching(/^user/),
    apikey: expect.any(String),
    date: expect.stringMatching(/^\d{4}-/),
  };
  const line = { id: expect.any(Number), conversionid: id, externalid: "order 1", currency: "EUR", ...who };
  expect(await record("order%201")).toMatchObject({
    result: 3,
    corrections: [
      { ...line, before: { amount: 3_900, withdrawn: true }, after: { amount: 0, withdrawn: false } },
      { ...line, before: { amount: 3_900, withdrawn: false }, after: { amount: 3_900, withdrawn: true } },
      { ...line, before: { amount: 4_900, withdrawn: false }, after: { amount: 3_900, withdrawn: false } },
    ],
  });
  expect((await record()).result).toBe(3);
  expect((await record("other")).result).toBe(0);
});

it.each<[string, object, number, string, string]>([
  ["an unknown ID", { externalid: "nothing", amount: 1 }, 404, "externalid", "conversion_unknown"],
  ["no ID", { amount: 1 }, 400, "externalid", "required"],
  ["an empty ID", { externalid: " ", amount: 1 }, 400, "externalid", "required"],
  ["a long ID", { externalid: "x".repeat(256), amount: 1 }, 400, "externalid", "too_long"],
  ["an ID that is a list", { externalid: ["ID"], amount: 1 }, 400, "externalid", "wrong_type"],
  ["no change", { externalid: "ID" }, 400, "amount", "nothing_to_correct"],
  ["empty values", { externalid: "ID", amount: null, withdrawn: "" }, 400, "amount", "nothing_to_correct"],
  ["a currency alone", { externalid: "ID", currency: "EUR" }, 400, "amount", "required"],
  [
    "another currency",
    { externalid: "ID", amount: 1, currency: "USD" },
    400,
    "currency",
    "conversion_currency_differs",
  ],
  ["an unknown currency", { externalid: "ID", amount: 1, currency: "€" }, 400, "currency", "currency_unknown"],
  ["an amount below 0", { externalid: "ID", amount: -1 }, 400, "amount", "too_low"],
  ["an amount with decimals", { externalid: "ID", amount: 1.5 }, 400, "amount", "not_whole"],
  ["an enormous amount", { externalid: "ID", amount: 1e13 }, 400, "amount", "too_high"],
  ["a word for withdrawn", { externalid: "ID", withdrawn: "maybe" }, 400, "withdrawn", "wrong_type"],
])("refuses %s, and changes nothing", async (name, body, status, path, code) => {
  const externalid = `refused ${name}`;
  await sold(externalid);
  const before = await record();
  const answer = await correct("externalid" in body && body.externalid === "ID" ? { ...body, externalid } : body);
  expect([answer.status, answer.body.errors?.[0]]).toEqual([status, expect.objectContaining({ path, code })]);
  expect(await record()).toEqual(before);
  expect(await shown(encodeURIComponent(externalid))).toMatchObject({ amount: 4_900, withdrawn: false });
});

it("does not know another account's conversions, also if both use the same ID", async () => {
  await sold("shared");
  const stranger = await linkOwner(server);
  expect((await correct({ externalid: "shared", amount: 1 }, stranger.client)).status).toBe(404);
  const own = await stranger.create({ trackconversions: true });
  const sale = { clickid: await clickOn(own), event: "sale", amount: 5, currency: "EUR", externalid: "shared" };
  await stranger.made("/api/conversion/add", sale);
  expect((await correct({ externalid: "shared", amount: 1 }, stranger.client)).status).toBe(200);
  expect(await shown("shared")).toMatchObject({ amount: 4_900, corrections: 0 });
  expect((await record("shared")).result).toBe(0);
  expect((await record("shared", stranger)).result).toBe(1);
});

it("needs the permission to write conversions, which includes reading the record", async () => {
  await sold("scoped");
  const withScope = async (scope: string) => {
    const { body } = await owner.client.post<{ key: string }>("/api/key/add", {
      name: `Key ${scope}`,
      scopes: [scope],
    });
    return api(server, body.key);
  };
  for (const scope of ["conversions:read", "links:write", "audit:read"])
    expect((await correct({ externalid: "scoped", amount: 1 }, await withScope(scope))).status).toBe(403);
  const writing = await withScope("conversions:write");
  expect((await correct({ externalid: "scoped", amount: 1 }, writing)).status).toBe(200);
  const { status, body } = await writing.get<{ data: { corrections: object[] } }>(
    "/api/conversions/corrections?limit=1",
  );
  expect([status, body.data.corrections[0]]).toMatchObject([200, { apikey: "Key conversions:write" }]);
  expect((await (await withScope("links:write")).get("/api/conversions/corrections")).status).toBe(403);
});

it("corrects conversions of deleted links while these can be restored", async () => {
  const gone = await owner.create({ trackconversions: true });
  await sold("gone", gone);
  await owner.remove(gone.id);
  expect((await correct({ externalid: "gone", withdrawn: true })).body.status).toBe("corrected");
  await owner.client.post(`/api/url/${gone.id}/restore`);
  expect(await figures(gone.id)).toMatchObject({ count: 0, revenue: {} });
});

it("orders requests at the same moment: all are recorded, and the last one stays", async () => {
  await sold("busy");
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => correct({ externalid: "busy", amount: index % 5 })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const { corrections } = await record("busy");
  expect(corrections).toHaveLength(answers.filter(({ body }) => body.status === "corrected").length);
  for (const [index, { before }] of corrections.entries())
    expect(before).toEqual(corrections[index + 1]?.after ?? { amount: 4_900, withdrawn: false });
  expect(await shown("busy")).toMatchObject(corrections[0]?.after ?? {});
  const entries = await sql(
    server,
    `SELECT FROM audit_entries JOIN audit_changes ON entry_id = id WHERE user_id = $1 AND subject = 'conversion'
       AND operation = 'PUT /api/conversion/update' AND subject_id = $2`,
    [owner.user.id, corrections[0]?.conversionid],
  );
  expect(entries).toHaveLength(corrections.length);
});
