import { describe, expect, inject, it } from "vitest";
import type { PlanLimits } from "@/lib/resources/plans/schema";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { newPlan, SOON, timeIn, untilTime } from "../support/plans";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

const server = inject("server");
const admin = api(server, server.adminKey);
const off = { enabled: false };

/** A user on a plan with these limits. */
async function ownerOn(limits: Partial<PlanLimits>) {
  const owner = await linkOwner(server);
  const plan = await newPlan(server, limits);
  const subscribe = (planId: number) => admin.put(`/api/plan/${planId}/user/${owner.user.id}`, { type: "lifetime" });
  await subscribe(plan.id);
  const insert = async (text: string, ...values: unknown[]) =>
    (await sql<{ id: number }>(server, `${text} RETURNING id`, [owner.user.id, ...values]))[0]?.id ?? 0;
  return { ...owner, plan, subscribe, insert };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const statuses = (answers: { status: number }[]) => {
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  return { made: count(200), refused: count(403), all: answers.length };
};

describe("a limit of ten", () => {
  it("leaves exactly ten of 100 links created at once, and names the limit and the plan", async () => {
    const { client, plan, list } = await ownerOn({ links: 10 });
    const answers = await Promise.all(
      numbers(100).map((n) =>
        client.post<Failure>("/api/url/add", {
          url: `https://example.com/${n}`,
          ...(n % 2 && { custom: `${plan.id}-link-${n}` }),
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ made: 10, refused: 90, all: 100 });
    expect((await list()).result).toBe(10);
    const message = `Your plan, ${plan.name}, allows 10 links. You have reached that limit.`;
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 1,
      code: "plan_limit_reached",
      message,
    });
  });

  it("leaves exactly ten of 100 pixels created at once", async () => {
    const { client, plan } = await ownerOn({ pixels: { enabled: true, count: 10 } });
    const answers = await Promise.all(
      numbers(100).map((n) => client.post<Failure>("/api/pixel/add", { type: "gtmpixel", name: `${n}`, tag: "GTM-1" })),
    );
    expect(statuses(answers)).toEqual({ made: 10, refused: 90, all: 100 });
    const { body } = await client.get<{ data: { result: number } }>("/api/pixels");
    expect(body.data.result).toBe(10);
    const message = `Your plan, ${plan.name}, allows 10 pixels. You have reached that limit.`;
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 1,
      code: "plan_limit_reached",
      message,
    });
  });

  it("leaves exactly the maximum of campaigns per account on a plan without a limit", async () => {
    const { client, insert, user } = await ownerOn({});
    await insert("INSERT INTO campaigns (user_id, name) SELECT $1, n::text FROM generate_series(1, 4995) AS n");
    const answers = await Promise.all(
      numbers(20).map((n) => client.post<Failure>("/api/campaign/add", { name: `${n}` })),
    );
    expect(statuses(answers)).toEqual({ made: 5, refused: 15, all: 20 });
    const [row] = await sql<{ count: number }>(server, "SELECT count(*)::int FROM campaigns WHERE user_id = $1", [
      user.id,
    ]);
    expect(row?.count).toBe(5_000);
    const message = "An account can have 5000 campaigns. You have reached that limit.";
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 1,
      code: "account_limit_reached",
      message,
    });
  });

  it.each([
    [
      "channels",
      "INSERT INTO channels (user_id, name) SELECT $1, n::text FROM generate_series(1, 5000) AS n",
      "/api/channel/add",
      { name: "one" },
      5_000,
      "channels",
    ],
    [
      "bio pages",
      "INSERT INTO bio_pages (user_id, name, slug, slug_folded) SELECT $1::int, n::text, $1::int || '-bio-' || n, $1::int || '-bio-' || n FROM generate_series(1, 1000) AS n",
      "/api/bio/add",
      { name: "one", slug: "one-too-many" },
      1_000,
      "bio pages",
    ],
    [
      "QR codes",
      "INSERT INTO qr_codes (user_id, name, type, data, code) SELECT $1::int, n::text, 'text', '\"x\"', $1::int || '-qr-' || n FROM generate_series(1, 10000) AS n",
      "/api/qr/add",
      { type: "text", data: "x" },
      10_000,
      "QR codes",
    ],
  ])("limits %s of an account", async (_, fill, path, body, most, noun) => {
    const { client, insert } = await ownerOn({});
    await insert(fill);
    const message = `An account can have ${most} ${noun}. You have reached that limit.`;
    expect(await client.post(path, body)).toMatchObject({
      status: 403,
      body: { error: 1, code: "account_limit_reached", message },
    });
  });

  it("allows one more after one is deleted", async () => {
    const { client, create, remove } = await ownerOn({ links: 1 });
    const { id } = await create();
    expect((await client.post("/api/url/add", { url: "https://example.com/" })).status).toBe(403);
    await remove(id);
    await create();
    expect((await client.post("/api/url/add", { url: "https://example.com/" })).status).toBe(403);
  });
});

it("does not apply to administrators", async () => {
  const plan = await newPlan(server, { links: 1, api: off, custom: off, alias: off });
  const chief = await newUser(server, { admin: true });
  await admin.put(`/api/plan/${plan.id}/user/${chief.id}`, { type: "lifetime" });
  const { post } = api(server, chief.key);
  for (const custom of ["x1", "x2"]) {
    expect((await post("/api/url/add", { url: "https://example.com/", custom: custom + chief.id })).status).toBe(200);
  }
});

const features = {
  custom: ["Custom aliases are", { custom: off }],
  alias: ["Aliases under 5 characters are", { alias: off }],
  multiple: ["A choice of domains is", { multiple: off }],
  bundle: ["Campaigns are", { bundle: off }],
  parameters: ["Added parameters are", { parameters: off }],
  device: ["Targeting by device is", { device: off }],
  country: ["Targeting by country or language is", { geo: off }],
  language: ["Targeting by country or language is", { geo: off }],
  "rules by browser": ["Targeting by device is", { device: off }],
  "rules by place": ["Targeting by country or language is", { geo: off }],
} as const;

describe.each(Object.entries(features))("a plan without %s", (feature, [sentence, limits]) => {
  const link = "https://example.com/there";

  async function arrange() {
    const owner = await ownerOn(limits);
    const { id: userId } = owner.user;
    const host = `q${userId}.example`;
    await owner.insert(`INSERT INTO domains (user_id, host) VALUES ($1, '${host}')`);
    const campaign = await owner.insert("INSERT INTO campaigns (user_id, name) VALUES ($1, 'c')");
    const uses: Record<keyof typeof features, object> = {
      custom: { custom: `long-enough-${userId}` },
      alias: { custom: userId.toString(36).padStart(4, "z") },
      multiple: { domain: host },
      bundle: { campaign },
      parameters: { parameters: [{ name: "a", value: "b" }] },
      device: { devicetarget: [{ device: "iphone", link }] },
      country: { geotarget: [{ location: "FR", link }] },
      language: { languagetarget: [{ language: "fr", link }] },
      "rules by browser": { rules: [{ when: { query: [{ name: "a" }], browser: ["Firefox"] }, to: link }] },
      "rules by place": { rules: [{ when: { days: ["mon"], country: ["FR"] }, to: link }] },
    };
    const refusal = {
      status: 403,
      body: { error: 1, code: "plan_lacks_feature", message: `${sentence} not part of the ${owner.plan.name} plan.` },
    };
    return { ...owner, use: uses[feature as keyof typeof features], refusal };
  }

  it("rejects it in a new link and in one without it, and creates and changes nothing", async () => {
    const { client, create, show, list, use, refusal } = await arrange();
    expect(await client.post("/api/url/add", { url: link, ...use })).toMatchObject(refusal);
    const { id } = await create();
    const before = await show(id);
    expect(await client.put(`/api/url/${id}/update`, { ...use, metatitle: "new" })).toMatchObject(refusal);
    expect(await show(id)).toEqual(before);
    expect((await list()).result).toBe(1);
  });

  it("does not change a link that has it: it redirects, and can be edited", async () => {
    const { client, create, plan, show, subscribe, use } = await arrange();
    await subscribe((await newPlan(server)).id);
    const { id, shorturl } = await create({ url: "https://example.com/here", ...use });
    await subscribe(plan.id);
    const before = await show(id);
    expect((await client.put(`/api/url/${id}/update`, { ...use, metatitle: "new" })).status).toBe(200);
    expect((await show(id)).details).toEqual({ ...before.details, metatitle: "new" });
    if (feature !== "multiple") expect((await visit(shorturl)).status).toBe(302);
  });
});

describe("values without a feature", () => {
  it("are accepted on any plan: the default domain, empty lists, the link's own alias", async () => {
    const { client, create, show } = await ownerOn({
      custom: off,
      alias: off,
      multiple: off,
      bundle: off,
      parameters: off,
      device: off,
      geo: off,
    });
    const empty = { parameters: [], geotarget: [], devicetarget: [], languagetarget: [], campaign: null, custom: "" };
    const { id } = await create({ domain: server.url, ...empty });
    const { alias: custom } = (await show(id)).details;
    const sent = { ...empty, custom, domain: server.url, url: "https://example.com/new" };
    expect((await client.put(`/api/url/${id}/update`, sent)).status).toBe(200);
  });
});

describe("a plan without the API", () => {
  it("rejects its users' keys everywhere, with a sentence", async () => {
    const { client, plan, subscribe } = await ownerOn({ api: off });
    const refusal = {
      status: 403,
      body: { error: 1, code: "plan_lacks_feature", message: `The API is not part of the ${plan.name} plan.` },
    };
    expect(await client.get("/api/account")).toMatchObject(refusal);
    expect(await client.get("/api/urls")).toMatchObject(refusal);
    expect(await client.post("/api/url/add", { url: "https://example.com/" })).toMatchObject(refusal);
    await subscribe((await newPlan(server)).id);
    expect((await client.get("/api/account")).status).toBe(200);
  });
});

describe("a plan never breaks a published link", () => {
  it("redirects and can be changed beyond a limit that came later", async () => {
    const { client, create, subscribe } = await ownerOn({});
    const links = [await create(), await create(), await create()];
    await subscribe((await newPlan(server, { links: 1 })).id);
    for (const { id, shorturl } of links) {
      expect((await visit(shorturl)).status).toBe(302);
      expect((await client.put(`/api/url/${id}/update`, { metatitle: "changed" })).status).toBe(200);
    }
    expect((await client.post("/api/url/add", { url: "https://example.com/" })).status).toBe(403);
  });

  it("redirects and is counted beyond a month's limit of clicks", async () => {
    const { create, show } = await ownerOn({ clicks: 1 });
    const { id, shorturl } = await create();
    for (let click = 0; click < 4; click++) expect((await visit(shorturl)).status).toBe(302);
    await expect.poll(async () => (await show(id)).details.clicks).toBe(4);
  });
});

it("returns to the Free plan's features at the moment when the paid plan ends", async () => {
  const owner = await linkOwner(server);
  const add = (custom: string) => owner.client.post<Failure>("/api/url/add", { url: "https://example.com/", custom });
  const short = (letter: string) => letter + owner.user.id.toString(36).padStart(3, "z");
  const end = timeIn(SOON);
  const { id } = await newPlan(server);
  await admin.put(`/api/plan/${id}/user/${owner.user.id}`, { type: "monthly", expiration: end });
  expect((await add(short("a"))).status).toBe(200);
  await untilTime(end);
  const message = "Aliases under 5 characters are not part of the Free plan.";
  expect(await add(short("b"))).toMatchObject({ status: 403, body: { error: 1, code: "plan_lacks_feature", message } });
});
