import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type LinkOwner, linkOwner } from "../support/links";
import { importFor } from "../support/services";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Refused {
  code: string;
  message: string;
  errors?: { path: string; code: string }[];
}
interface Result extends Partial<Refused> {
  status: string;
  id?: number;
}
interface Item {
  id: number;
  linkid: number;
  source: string;
  event: string;
}

let owner: LinkOwner;
let link: Awaited<ReturnType<LinkOwner["create"]>>;
beforeAll(async () => {
  owner = await linkOwner(server);
  link = await owner.create({ trackconversions: true });
});

async function clickOn({ shorturl }: { shorturl: string }, headers = {}): Promise<string> {
  const { location } = await visit(shorturl, { headers });
  return new URL(location ?? "").searchParams.get("sp_click") ?? "";
}
const add = (body: object, who = owner) => who.client.post<Result>("/api/conversion/add", body);
const list = async (query = "") =>
  (await owner.client.get<{ data: { result: number; conversions: Item[] } }>(`/api/conversions?${query}`)).body.data;

it("adds a conversion of a click, and one with the same external ID once", async () => {
  const clickid = await clickOn(link);
  const sent = { clickid, event: "Sale", amount: "4900", currency: "eur", externalid: " order-1 " };
  const { status, body } = await add(sent);
  expect([status, body]).toEqual([200, { error: 0, id: expect.any(Number), status: "created" }]);
  // The first report stays. The second one is ignored.
  expect((await add({ ...sent, amount: 1 })).body).toEqual({ error: 0, id: body.id, status: "exists" });
  expect((await add({ clickid, event: "lead" })).body.status).toBe("created");
  expect((await list("externalid=order-1")).conversions).toEqual([
    {
      ...{ id: body.id, event: "sale", amount: 4900, currency: "EUR", externalid: "order-1", linkid: link.id },
      ...{ campaignid: null, variant: null, source: "api" },
      ...{ clicked: expect.stringMatching(/^\d{4}-/), date: expect.stringMatching(/^\d{4}-/) },
      ...{ withdrawn: false, corrections: 0 },
    },
  ]);
  expect(await list(`linkid=${link.id}&event=lead`)).toMatchObject({ result: 1, conversions: [{ event: "lead" }] });
  expect((await list("linkid=999999")).result).toBe(0);
});

it("knows the campaign and the variant of the click, also after the link has changed", async () => {
  const campaign = (await owner.client.post<{ id: number }>("/api/campaign/add", {})).body.id;
  const split = await owner.create({
    trackconversions: true,
    campaign,
    split: ["a", "b"].map((name) => ({ to: `https://example.com/${name}`, weight: 1 })),
  });
  const clickid = await clickOn(split);
  await owner.update(split.id, { campaign: null, split: null });
  await add({ clickid, event: "sale", externalid: "split-1" });
  expect((await list("externalid=split-1")).conversions).toMatchObject([
    { linkid: split.id, campaignid: campaign, variant: expect.stringContaining(".") },
  ]);
  expect((await list(`campaignid=${campaign}`)).result).toBe(1);
});

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19).replace("T", " ");

/** The ID of a click on the link some days ago. */
async function clickedBefore(days: number, { id } = link): Promise<string> {
  const { newClickId } = await importFor(server, () => import("@/lib/clicks/classify/click-id"));
  return newClickId({ linkId: id, campaignId: null, variant: null, at: Date.now() - days * DAY_MS });
}

it("counts a conversion that is reported later on its own day, in all figures", async () => {
  const sold = await owner.create({ trackconversions: true });
  const clickid = await clickedBefore(100, sold);
  const sale = (date: string, amount: number, externalid: string) =>
    add({ clickid, event: "sale", amount, currency: "EUR", externalid, date });
  // A click of 100 days ago converted 60 and 20 days ago. Both are within its 90 days.
  expect((await sale(daysAgo(60), 100, "till-1")).body.status).toBe("created");
  expect((await sale(daysAgo(20).slice(0, 10), 20, "till-2")).body.status).toBe("created");
  expect((await sale(daysAgo(59), 7, "till-1")).body.status).toBe("exists");
  // Clocks differ a little. What happened is stored as between the click and now.
  const fresh = await clickedBefore(0.2, sold);
  for (const [index, date] of [daysAgo(-30 / 86_400), daysAgo(0.2003), daysAgo(0.2).slice(0, 10)].entries())
    expect((await add({ clickid: fresh, event: "lead", externalid: `near-${index}`, date })).body.status).toBe(
      "created",
    );

  const day = (days: number) => daysAgo(days).slice(0, 10);
  const figures = async (from: number, to: number) =>
    (
      await owner.client.get<{ data: { count: number; revenue: object } }>(
        `/api/conversions/figures?linkid=${sold.id}&from=${day(from)}&to=${day(to)}`,
      )
    ).body.data;
  expect(await figures(60, 60)).toMatchObject({ count: 1, revenue: { EUR: 100 } });
  expect(await figures(20, 20)).toMatchObject({ count: 1, revenue: { EUR: 20 } });
  expect(await figures(59, 21)).toMatchObject({ count: 0, revenue: {} });
  expect(await figures(60, 0)).toMatchObject({ count: 2, revenue: { EUR: 120 } });

  const { conversions } = await list(`linkid=${sold.id}`);
  const dates = new Map(
    (conversions as (Item & { externalid: string; date: string })[]).map((one) => [one.externalid, one.date]),
  );
  expect(dates.get("till-1")?.slice(0, 10)).toBe(day(60));
  expect(dates.get("till-2")).toBe(`${day(20)} 00:00:00`);
  for (const name of ["near-0", "near-1", "near-2"]) {
    const date = dates.get(name) ?? "";
    expect(date >= daysAgo(0.2001) && date <= daysAgo(0)).toBe(true);
  }
});

describe("what is no conversion", () => {
  it.each<[string, object, string, string]>([
    ["no click ID", { event: "sale" }, "clickid", "required"],
    ["a made-up click ID", { clickid: "A".repeat(60), event: "sale" }, "clickid", "click_unknown"],
    ["a click ID that is a number", { clickid: 7, event: "sale" }, "clickid", "wrong_type"],
    ["no event", { clickid: "ID" }, "event", "required"],
    ["an empty event", { clickid: "ID", event: " " }, "event", "event_name_invalid"],
    ["an event that begins with a digit", { clickid: "ID", event: "1st" }, "event", "event_name_invalid"],
    ["a long event", { clickid: "ID", event: "e".repeat(41) }, "event", "event_name_invalid"],
    ["an event of several words", { clickid: "ID", event: "big sale" }, "event", "event_name_invalid"],
    ["an amount with decimals", { clickid: "ID", event: "sale", amount: 49.9, currency: "EUR" }, "amount", "not_whole"],
    ["an amount below 0", { clickid: "ID", event: "sale", amount: -1, currency: "EUR" }, "amount", "too_low"],
    ["an enormous amount", { clickid: "ID", event: "sale", amount: 1e13, currency: "EUR" }, "amount", "too_high"],
    ["an amount without a currency", { clickid: "ID", event: "sale", amount: 1 }, "currency", "required"],
    ["a currency without an amount", { clickid: "ID", event: "sale", currency: "EUR" }, "amount", "required"],
    [
      "an unknown currency",
      { clickid: "ID", event: "sale", amount: 1, currency: "EURO" },
      "currency",
      "currency_unknown",
    ],
    [
      "a symbol for a currency",
      { clickid: "ID", event: "sale", amount: 1, currency: "€" },
      "currency",
      "currency_unknown",
    ],
    ["a long external ID", { clickid: "ID", event: "sale", externalid: "x".repeat(256) }, "externalid", "too_long"],
  ])("%s is refused", async (_, body, path, code) => {
    const clickid = await clickOn(link);
    const before = (await list()).result;
    const sent = { ...body, ...("clickid" in body && body.clickid === "ID" && { clickid }) };
    const answer = await add(sent);
    expect([answer.status, answer.body.errors?.[0]]).toEqual([400, expect.objectContaining({ path, code })]);
    const many = await owner.client.post<{ results: Result[] }>("/api/conversions/add", { conversions: [sent] });
    expect(many.body.results[0]).toMatchObject({ status: "error", errors: [{ path, code }] });
    expect((await list()).result).toBe(before);
  });

  it("a click on another account's link, or on one that is gone, is unknown", async () => {
    const stranger = await linkOwner(server);
    const clickid = await clickOn(link);
    expect((await add({ clickid, event: "sale" }, stranger)).body.errors?.[0]).toMatchObject({ code: "click_unknown" });
    const gone = await owner.create({ trackconversions: true });
    const earlier = await clickOn(gone);
    await owner.client.delete(`/api/url/${gone.id}/delete`);
    expect((await add({ clickid: earlier, event: "sale" })).status).toBe(200);
    await owner.client.delete(`/api/url/${gone.id}/erase`);
    expect((await add({ clickid: earlier, event: "sale" })).body.errors?.[0]).toMatchObject({ code: "click_unknown" });
  });

  it("a click of more than 90 days ago is too old", async () => {
    const { newClickId } = await importFor(server, () => import("@/lib/clicks/classify/click-id"));
    const day = 24 * 3_600_000;
    const at = (days: number) =>
      newClickId({ linkId: link.id, campaignId: null, variant: null, at: Date.now() - days * day });
    expect((await add({ clickid: at(89.9), event: "sale" })).status).toBe(200);
    const { status, body } = await add({ clickid: at(90.1), event: "sale" });
    expect([status, body.errors?.[0]]).toMatchObject([400, { path: "clickid", code: "click_too_old" }]);
  });

  it("a date before the click, after its 90 days, in the future or that is none is refused by its field", async () => {
    const clickid = await clickedBefore(100);
    const before = (await list()).result;
    for (const [date, code] of [
      [daysAgo(101), "conversion_before_click"],
      [daysAgo(100.1), "conversion_before_click"],
      [daysAgo(9.9), "conversion_too_late"],
      [daysAgo(-0.01), "conversion_in_future"],
      [daysAgo(-400), "conversion_in_future"],
      ["yesterday", "not_a_timestamp"],
      ["2026-02-30 10:00:00", "not_a_timestamp"],
      [{ day: 1 }, "wrong_type"],
    ] as const) {
      const sent = { clickid, event: "sale", date };
      const { status, body } = await add(sent);
      expect([date, status, body.errors?.[0]]).toEqual([date, 400, expect.objectContaining({ path: "date", code })]);
      const many = await owner.client.post<{ results: Result[] }>("/api/conversions/add", { conversions: [sent] });
      expect(many.body.results[0]).toMatchObject({ status: "error", errors: [{ path: "date", code }] });
    }
    // Without a date, the time of the report counts.
    expect((await add({ clickid, event: "sale" })).body.errors?.[0]).toMatchObject({ code: "click_too_old" });
    expect((await list()).result).toBe(before);
  });

  it("a hundred and first of a click is one too many", async () => {
    const clickid = await clickOn(link);
    const conversions = Array.from({ length: 101 }, () => ({ clickid, event: "sale" }));
    const { body } = await owner.client.post<{ results: Result[] }>("/api/conversions/add", { conversions });
    expect(body.results.filter(({ status }) => status === "created")).toHaveLength(100);
    expect(body.results[100]).toMatchObject({
      status: "error",
      errors: [{ path: "clickid", code: "click_conversions_full" }],
    });
    expect((await add({ clickid, event: "sale" })).status).toBe(409);
  });

  it("needs the permission: a key for conversions adds them and does nothing else", async () => {
    const key = async (scope: string) => {
      const { body } = await owner.client.post<{ key: string }>("/api/key/add", { name: scope, scopes: [scope] });
      return api(server, body.key);
    };
    const [reading, writing, links] = [
      await key("conversions:read"),
      await key("conversions:write"),
      await key("links:write"),
    ];
    const sent = { clickid: await clickOn(link), event: "sale" };
    for (const client of [reading, links]) expect((await client.post("/api/conversion/add", sent)).status).toBe(403);
    expect((await writing.post("/api/conversion/add", sent)).status).toBe(200);
    expect((await writing.get("/api/conversions")).status).toBe(200);
    expect((await writing.get("/api/urls")).status).toBe(403);
  });
});

it("adds many at once, and reports the result of each", async () => {
  const [first, second] = [await clickOn(link), await clickOn(link)];
  const conversions = [
    { clickid: first, event: "sale", externalid: "many-1" },
    { clickid: second, event: "sale", externalid: "many-1" },
    { clickid: "x", event: "sale" },
    "text",
    { clickid: second, event: "trial", externalid: "many-2" },
  ];
  const send = async () =>
    (await owner.client.post<{ results: Result[] }>("/api/conversions/add", { conversions })).body.results;
  const results = await send();
  expect(results.map(({ status }) => status)).toEqual(["created", "exists", "error", "error", "created"]);
  expect(results[1]?.id).toBe(results[0]?.id);
  expect((await send()).map(({ status }) => status)).toEqual(["exists", "exists", "error", "error", "exists"]);
  for (const body of [{}, { conversions: [] }, { conversions: Array(1_001).fill({}) }]) {
    const { status, body: answer } = await owner.client.post<Refused>("/api/conversions/add", body);
    expect([status, answer.errors?.[0]?.path]).toEqual([400, "conversions"]);
  }
});

it("10,000 clicks with 800 conversions: revenue equals a recount, and replays count once", async () => {
  const shop = await owner.create({ trackconversions: true });
  const { newClickId } = await importFor(server, () => import("@/lib/clicks/classify/click-id"));
  // Every id is that of a click, as the redirect makes it: visiting ten thousand times takes minutes.
  const clicks = Array.from({ length: 10_000 }, () =>
    newClickId({ linkId: shop.id, campaignId: null, variant: null, at: Date.now() }),
  );
  const sales = clicks
    .filter((_, index) => index % 12.5 < 1)
    .map((clickid, index) => ({
      ...{ clickid, event: "sale", externalid: `shop-${index}` },
      ...{ amount: 100 + ((index * 7919) % 9_973), currency: index % 3 ? "EUR" : "JPY" },
    }));
  expect(sales).toHaveLength(800);
  const send = async (some: typeof sales) =>
    (await owner.client.post<{ results: Result[] }>("/api/conversions/add", { conversions: some })).body.results;
  // All at once, cut in parts that overlap, and again from several places at the same time.
  await Promise.all([send(sales.slice(0, 500)), send(sales.slice(300)), send(sales.slice(100, 700)), send(sales)]);
  expect((await send(sales)).every(({ status }) => status === "exists")).toBe(true);
  expect((await list(`linkid=${shop.id}`)).result).toBe(800);
  const recount = Map.groupBy(sales, ({ currency }) => currency);
  const rows = await sql<{ currency: string; revenue: number; conversions: number }>(
    server,
    `SELECT currency, sum(amount)::int AS revenue, count(*)::int AS conversions FROM conversions
     WHERE link_id = $1 GROUP BY 1 ORDER BY 1`,
    [shop.id],
  );
  expect(rows).toEqual(
    ["EUR", "JPY"].map((currency) => ({
      currency,
      revenue: recount.get(currency)?.reduce((sum, { amount }) => sum + amount, 0),
      conversions: recount.get(currency)?.length,
    })),
  );
});

it("has the same figures of a link, its campaign and its tag, and none of another account's", async () => {
  const campaign = (await owner.client.post<{ id: number }>("/api/campaign/add", {})).body.id;
  const sold = await owner.create({ trackconversions: true, campaign, tags: ["Figures"] });
  const clicks = [await clickOn(sold), await clickOn(sold), await clickOn(sold), await clickOn(sold)];
  const conversions = [
    { clickid: clicks[0], event: "sale", amount: 4900, currency: "EUR" },
    { clickid: clicks[0], event: "lead", amount: 100, currency: "JPY" },
    { clickid: clicks[1], event: "sale", amount: 100, currency: "EUR" },
  ];
  await owner.client.post("/api/conversions/add", { conversions });
  const shown = { count: 2, rate: 0.5, events: { sale: 2, lead: 1 }, revenue: { EUR: 5000, JPY: 100 } };
  await eventually(async () => expect((await owner.show(sold.id)).data.clicks).toBe(4));
  expect((await owner.show(sold.id)).data.conversions).toEqual(shown);
  const figures = (query: string, who = owner) =>
    who.client.get<{ data: object } & Partial<Refused>>(`/api/conversions/figures?${query}`);
  for (const query of [`linkid=${sold.id}`, `campaignid=${campaign}`, "tag=figures"])
    expect((await figures(query)).body.data).toEqual({ clicks: 4, ...shown });
  expect((await figures("")).body.data).toMatchObject({ events: { sale: expect.any(Number) } });
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const none = { clicks: 0, count: 0, rate: 0, events: {}, revenue: {} };
  for (const query of [`linkid=${sold.id}`, `campaignid=${campaign}`, "tag=figures"]) {
    expect((await figures(`${query}&from=${dayOf(-1)}&to=${dayOf(1)}`)).body.data).toEqual({ clicks: 4, ...shown });
    expect((await figures(`${query}&from=${dayOf(-1)}`)).body.data).toEqual({ clicks: 4, ...shown });
    expect((await figures(`${query}&to=${dayOf(-2)}`)).body.data).toEqual(none);
    expect((await figures(`${query}&from=${dayOf(2)}&to=${dayOf(9)}`)).body.data).toEqual(none);
  }
  for (const [query, path, code] of [
    ["from=yesterday", "from", "not_a_day"],
    ["to=2026-02-30", "to", "not_a_day"],
    ["from=2026-03-02&to=2026-03-01", "to", "end_before_start"],
  ] as const)
    expect((await figures(query)).body.errors?.[0]).toMatchObject({ path, code });
  const stranger = await linkOwner(server);
  expect((await figures("", stranger)).body.data).toEqual({ clicks: 0, count: 0, rate: 0, events: {}, revenue: {} });
  for (const [query, path] of [
    [`linkid=${sold.id}`, "linkid"],
    [`campaignid=${campaign}`, "campaignid"],
    ["tag=figures", "tag"],
  ] as const)
    expect((await figures(query, stranger)).body.errors?.[0]).toMatchObject({ path, code: "not_yours" });
  expect((await figures(`linkid=${sold.id}&tag=figures`)).body.errors?.[0]).toMatchObject({ code: "not_together" });
});

it("counts visitors of the counting address as conversions of its link", async () => {
  const counting = await owner.create();
  const headers = { "user-agent": agents.mac };
  await visit(counting.shorturl, { headers });
  await eventually(async () => expect((await owner.show(counting.id)).data.clicks).toBe(1));
  for (const who of [headers, headers, { "user-agent": agents.iphone }])
    await visit(`${counting.shorturl}+done`, { headers: who });
  await eventually(async () => expect((await list(`linkid=${counting.id}`)).result).toBe(1));
  expect((await list(`linkid=${counting.id}`)).conversions).toMatchObject([
    { event: "lead", source: "visitor", amount: null, clicked: null },
  ]);
});

describe("what pages and mails report", () => {
  const report = (query: object, init: Parameters<typeof visit>[1] = {}) =>
    visit(`${server.url}/embed/conversion.gif?${new URLSearchParams(query as Record<string, string>)}`, init);

  it("is counted once for each event of a click, and is answered with a picture", async () => {
    const shop = await owner.create({ trackconversions: true });
    const clickid = await clickOn(shop);
    const sale = { clickid, event: "sale", amount: "4900", currency: "EUR" };
    const answer = await report(sale);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/gif",
      "no-store",
    ]);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    await report({ ...sale, amount: "1" });
    // Mail services load images for their readers.
    await report({ clickid, event: "open" }, { headers: { "user-agent": "GoogleImageProxy" } });
    const other = await clickOn(shop);
    const silent: Parameters<typeof visit>[1][] = [
      { method: "HEAD" },
      { headers: { dnt: "1" } },
      { headers: { "sec-gpc": "1" } },
    ];
    for (const init of silent) expect((await report({ ...sale, clickid: other }, init)).status).toBe(200);
    // The short link's counting address is the same with an ID.
    await visit(`${shop.shorturl}+done?clickid=${other}&event=lead`);
    await eventually(async () => expect((await list(`linkid=${shop.id}`)).result).toBe(3));
    expect((await list(`linkid=${shop.id}`)).conversions).toMatchObject([
      { event: "lead", source: "page", amount: null },
      { event: "open", source: "page" },
      { event: "sale", source: "page", amount: 4900, currency: "EUR" },
    ]);
  });

  it.each<[string, object, string, string]>([
    ["no click", { event: "sale" }, "clickid", "required"],
    ["a click that was made up", { clickid: "A".repeat(60), event: "sale" }, "clickid", "click_unknown"],
    ["no event", { clickid: "ID" }, "event", "required"],
    [
      "an amount in decimals",
      { clickid: "ID", event: "sale", amount: "49.00", currency: "EUR" },
      "amount",
      "not_whole",
    ],
    ["an amount without a currency", { clickid: "ID", event: "sale", amount: "1" }, "currency", "required"],
  ])("with %s is refused", async (_, query, path, code) => {
    const clickid = await clickOn(link);
    const { status, body } = await report({
      ...query,
      ...("clickid" in query && query.clickid === "ID" && { clickid }),
    });
    expect([status, JSON.parse(body)]).toMatchObject([400, { errors: [{ path, code }] }]);
  });

  it("comes from a script of less than 1 KB, or from an address that is nothing else", async () => {
    const { status, headers, body } = await visit(`${server.url}/embed/conversion.js`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(Buffer.byteLength(body)).toBeLessThan(1_024);
    expect((await visit(`${server.url}/embed/other.js`)).status).toBe(404);
    expect((await visit(`${server.url}/embed/conversion.js`, { method: "DELETE" })).status).toBe(405);
  });
});
