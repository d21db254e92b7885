import { beforeEach, describe, expect, inject, it } from "vitest";
import type { z } from "zod";
import type { linkResult } from "@/lib/resources/links/schema";
import { api } from "../support/api";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { waitingConnections } from "../support/locks";
import { onNewPlan } from "../support/plans";
import { connected } from "../support/sql";
import { eventually } from "../support/wait";

const server = inject("server");
const url = "https://example.com/";
let owner: LinkOwner;
beforeEach(async () => {
  owner = await linkOwner(server);
});

type Result = z.infer<typeof linkResult>;
interface Answer extends Failure {
  results: Result[];
}
interface Sent {
  links: unknown;
  mode?: unknown;
  upsert?: unknown;
}

const send = (body: Sent, of = owner) => of.client.post<Answer>("/api/urls/add", body);
async function add(body: Sent, of = owner): Promise<Result[]> {
  const { status, body: answer } = await send(body, of);
  expect([status, answer.error]).toEqual([200, 0]);
  return answer.results;
}
/** Sends links when none can be saved. */
async function refused(body: Sent): Promise<Result[]> {
  const { status, body: answer } = await send(body);
  expect([status >= 400, answer.error]).toEqual([true, 1]);
  return answer.results;
}
const statuses = (results: Result[]) => results.map(({ status, code }) => code ?? status);

describe("one by one", () => {
  it("creates the valid ones in order, and names the wrong field of the others", async () => {
    const alias = `many-${owner.user.id}`;
    const results = await add({
      links: [
        { url, custom: alias, title: "First", externalid: "crm-1" },
        { url: "nope" },
        { url, custom: alias.toUpperCase() },
        { url, externalid: "crm-1" },
        { url },
        "text",
        { url, custom: "api" },
        { url, campaign: 2_147_483_647 },
        { url: "example.com/page", password: "open sesame" },
      ],
    });
    expect(statuses(results)).toEqual([
      ...["created", "invalid_input", "alias_taken", "externalid_taken", "created", "wrong_type"],
      ...["alias_reserved", "not_yours", "created"],
    ]);
    expect(results[1]).toEqual({
      status: "error",
      code: "invalid_input",
      message: expect.stringContaining("url"),
      errors: [{ path: "url", code: "url_incomplete", message: expect.any(String) }],
    });
    expect(results[2]?.errors?.[0]?.path).toBe("custom");
    expect(results[3]?.errors?.[0]?.path).toBe("externalid");
    const { result, urls } = await owner.list();
    expect(result).toBe(4 - 1);
    expect(urls.map(({ id }) => id).sort()).toEqual([results[0]?.id, results[4]?.id, results[8]?.id].sort());
    const { details } = await owner.show(results[0]?.id ?? 0);
    expect(details).toMatchObject({ alias, title: "First", externalid: "crm-1", shorturl: results[0]?.shorturl });
    expect((await owner.show(results[8]?.id ?? 0)).details).toMatchObject({
      longurl: "https://example.com/page",
      protected: true,
    });
    expect((await fetch(results[4]?.shorturl ?? "", { redirect: "manual" })).headers.get("location")).toBe(url);
  });

  it("assigns each one to its items", async () => {
    const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
    const { id: channel } = await owner.made("/api/channel/add", { name: "Posters" });
    const [first, second] = await add({ links: [{ url, campaign, channel }, { url }] });
    expect((await owner.show(first?.id ?? 0)).details).toMatchObject({ campaign, channel });
    expect((await owner.show(second?.id ?? 0)).details).toMatchObject({ campaign: null, channel: null });
  });

  it("gives each one its tags, created once for all", async () => {
    const results = await add({
      links: [{ url, tags: ["Spring", "Poster"] }, { url, tags: ["spring"] }, { url, tags: ["a,b"] }, { url }],
    });
    expect(statuses(results)).toEqual(["created", "created", "invalid_input", "created"]);
    const tagsOf = async (index: number) => (await owner.show(results[index]?.id ?? 0)).details.tags;
    expect([await tagsOf(0), await tagsOf(1), await tagsOf(3)]).toEqual([["Poster", "Spring"], ["Spring"], []]);
    expect((await owner.list("?tag=SPRING")).result).toBe(2);
    const { data } = (await owner.client.get<{ data: { result: number } }>("/api/tags")).body;
    expect(data.result).toBe(2);
    await owner.update(results[0]?.id ?? 0, { externalid: "tagged" });
    await add({ upsert: "externalid", links: [{ url, externalid: "tagged", tags: ["Summer"] }] });
    expect(await tagsOf(0)).toEqual(["Summer"]);
  });

  it("accepts aliases of several parts", async () => {
    const alias = `many-${owner.user.id}/shoes`;
    const [made] = await add({ links: [{ url, custom: alias }] });
    expect(made).toMatchObject({ status: "created", shorturl: expect.stringMatching(`/${alias}$`) });
  });

  it("creates as many as the plan allows, also for many requests at once", async () => {
    await onNewPlan(server, owner.user, { links: 5 });
    const all = await Promise.all([1, 2, 3].map(() => add({ links: Array.from({ length: 3 }, () => ({ url })) })));
    expect(all.flatMap(statuses).sort()).toEqual([...Array(5).fill("created"), ...Array(4).fill("plan_limit_reached")]);
    expect((await owner.list()).result).toBe(5);
  });

  it("accepts a thousand", async () => {
    await onNewPlan(server, owner.user);
    const results = await add({
      links: Array.from({ length: 1_000 }, (_, index) => ({
        url: `${url}${index}`,
        title: `Link ${index}`,
        description: "a note",
        externalid: `crm-${index}`,
        parameters: [{ name: "utm_source", value: "poster" }],
      })),
    });
    expect(new Set(statuses(results))).toEqual(new Set(["created"]));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1_000);
    expect((await owner.list()).result).toBe(1_000);
    expect((await owner.show(results[617]?.id ?? 0)).details).toMatchObject({
      longurl: `${url}617`,
      title: "Link 617",
    });
  });
});

describe("all or none", () => {
  it("creates none if one is rejected", async () => {
    const alias = `all-${owner.user.id}`;
    await owner.create({ custom: alias });
    for (const [bad, code] of [
      [{ url: "nope" }, "invalid_input"],
      [{ url, custom: alias }, "alias_taken"],
    ] as const) {
      const results = await refused({ mode: "all", links: [{ url }, bad, { url }] });
      expect(statuses(results)).toEqual(["links_left_out", code, "links_left_out"]);
    }
    await onNewPlan(server, owner.user, { links: 2 });
    const results = await refused({ mode: "all", links: [{ url }, { url }] });
    expect(statuses(results)).toEqual(["links_left_out", "plan_limit_reached"]);
    expect((await owner.list()).result).toBe(1);
  });

  it("has the status, code and fields of the first link that is rejected", async () => {
    const alias = `first-${owner.user.id}`;
    await owner.create({ custom: alias });
    const taken = { path: "links.1.custom", code: "alias_taken", message: expect.any(String) };
    const conflict = await send({ mode: "all", links: [{ url }, { url, custom: alias }] });
    expect([conflict.status, conflict.body]).toMatchObject([
      409,
      { error: 1, code: "alias_taken", message: "That alias is taken. Please choose another one.", errors: [taken] },
    ]);
    const invalid = await send({ mode: "all", links: [{ url: "nope" }, { url, custom: alias }] });
    expect([invalid.status, invalid.body]).toMatchObject([
      400,
      {
        ...{ error: 1, code: "invalid_input", message: expect.stringMatching(/^links\.0\.url: /) },
        errors: [{ path: "links.0.url", code: "url_incomplete" }],
        results: [{ errors: [{ path: "url" }] }, { code: "links_left_out" }],
      },
    ]);
    const text = await send({ mode: "all", links: ["text"] });
    expect([text.status, text.body]).toMatchObject([400, { code: "wrong_type", errors: [{ path: "links.0" }] }]);
    await onNewPlan(server, owner.user, { links: 1 });
    expect((await send({ mode: "all", links: [{ url }] })).status).toBe(403);
  });

  it("can be sent again with the same Idempotency-Key, corrected", async () => {
    const keyed = api(server, owner.user.key, { "idempotency-key": "all-or-none" });
    const answers = [];
    for (const sent of ["nope", url]) {
      answers.push(await keyed.post<Answer>("/api/urls/add", { mode: "all", links: [{ url: sent }] }));
    }
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 1],
      [200, 0],
    ]);
  });

  it("undoes changes together with new links", async () => {
    const { id } = await owner.create({ custom: `kept-${owner.user.id}`, title: "As it was" });
    const other = await linkOwner(server);
    await other.create({ custom: `theirs-${owner.user.id}` });
    const results = await refused({
      mode: "all",
      upsert: "alias",
      links: [
        { url, custom: `kept-${owner.user.id}`, title: "Changed" },
        { url, custom: `theirs-${owner.user.id}` },
      ],
    });
    expect(statuses(results)).toEqual(["links_left_out", "alias_taken"]);
    expect((await owner.show(id)).details.title).toBe("As it was");
  });

  it("creates all if nothing is wrong", async () => {
    expect(statuses(await add({ mode: "all", links: [{ url }, { url }] }))).toEqual(["created", "created"]);
  });
});

describe("existing links", () => {
  it("are changed by alias, and the rest is created", async () => {
    const alias = `there-${owner.user.id}`;
    const { id } = await owner.create({ custom: alias, title: "Before", description: "stays" });
    const results = await add({
      upsert: "alias",
      links: [
        { url: `${url}new`, custom: alias.toUpperCase(), title: "After" },
        { url, custom: `${alias}-2` },
        { url },
      ],
    });
    expect(statuses(results)).toEqual(["exists", "created", "created"]);
    expect(results[0]?.id).toBe(id);
    expect((await owner.show(id)).details).toMatchObject({
      ...{ title: "After", description: "stays", longurl: `${url}new`, alias: alias.toUpperCase() },
    });
  });

  it("can have the alias under that name, and no URL next to a split test", async () => {
    const alias = `named-${owner.user.id}`;
    const split = ["b", "c"].map((name) => ({ to: `https://${name}.example/`, weight: 1 }));
    const [made, other] = await add({
      links: [
        { url, alias },
        { alias: `${alias}-2`, split },
      ],
    });
    expect([made?.shorturl, other?.status]).toEqual([expect.stringMatching(new RegExp(`/${alias}$`)), "created"]);
    expect((await owner.show(other?.id ?? 0)).details).toMatchObject({ longurl: "https://b.example/", split });
    expect(statuses(await add({ upsert: "alias", links: [{ url, alias }] }))).toEqual(["exists"]);
    expect(statuses(await add({ links: [{ url, alias, custom: "another" }] }))).toEqual(["invalid_input"]);
    const single = await owner.client.post<Failure>("/api/url/add", { url, alias: "a", custom: "b" });
    expect([single.status, single.body.errors?.[0]]).toMatchObject([400, { path: "alias", code: "not_together" }]);
    expect((await owner.client.post("/api/url/add", { split })).status).toBe(200);
  });

  it("are changed by the client's ID, with any alias", async () => {
    const { id, shorturl } = await owner.create({ externalid: "crm-7" });
    const links = [
      { url: `${url}changed`, externalid: "crm-7" },
      { url, externalid: "crm-8" },
    ];
    const first = await add({ upsert: "externalid", links });
    expect(first.map(({ status, shorturl }) => [status, shorturl])[0]).toEqual(["exists", shorturl]);
    expect(statuses(await add({ upsert: "externalid", links, mode: "all" }))).toEqual(["exists", "exists"]);
    expect((await owner.list()).result).toBe(2);
    expect((await fetch(shorturl, { redirect: "manual" })).headers.get("location")).toBe(`${url}changed`);
    expect((await owner.show(id)).details.longurl).toBe(`${url}changed`);
  });

  it("are not changed twice by one request", async () => {
    const alias = `twice-${owner.user.id}`;
    const results = await add({
      upsert: "alias",
      links: [
        { url, custom: alias },
        { url, custom: alias },
      ],
    });
    expect(statuses(results)).toEqual(["created", "link_repeated"]);
  });

  it.each([
    ["alias", "each"],
    ["alias", "all"],
    ["externalid", "each"],
    ["externalid", "all"],
  ])("by its %s is created once by five requests at the same moment, and four find it: %s", async (upsert, mode) => {
    for (let round = 0; round < 5; round++) {
      const name = `race-${owner.user.id}-${round}`;
      const link = { url, ...(upsert === "alias" ? { custom: name } : { externalid: name }) };
      const results = await Promise.all(Array.from({ length: 5 }, () => add({ upsert, mode, links: [link] })));
      expect(results.flatMap(statuses).sort()).toEqual(["created", "exists", "exists", "exists", "exists"]);
      expect(new Set(results.flatMap((result) => result.map(({ id }) => id))).size).toBe(1);
    }
    expect((await owner.list()).result).toBe(5);
  });

  it("by twenty requests at once, of which only one waits in the database for a link that another one changes", async () => {
    const { id } = await owner.create({ externalid: "busy" });
    await connected(server, async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT FROM links WHERE id = $1 FOR UPDATE", [id]);
      const sent = Array.from({ length: 20 }, (_, index) =>
        add({ upsert: "externalid", links: [{ url: `${url}${index}`, externalid: "busy" }] }),
      );
      await eventually(async () => expect(await waitingConnections(client)).toBe(1));
      // By now all twenty have arrived.
      expect((await owner.list()).result).toBe(1);
      expect(await waitingConnections(client)).toBe(1);
      await client.query("COMMIT");
      expect((await Promise.all(sent)).flatMap(statuses)).toEqual(Array(20).fill("exists"));
    });
    expect((await owner.show(id)).details.longurl).toMatch(/\/\d+$/);
  });

  it("gets the last place of a plan only once", async () => {
    const limited = await linkOwner(server);
    await onNewPlan(server, limited.user, { links: 1 });
    const sent = { upsert: "externalid", links: [{ url, externalid: "the-last" }] };
    const results = await Promise.all(Array.from({ length: 5 }, () => add(sent, limited)));
    expect(results.flatMap(statuses).sort()).toEqual(["created", "exists", "exists", "exists", "exists"]);
  });

  it("are rejected if they belong to another user", async () => {
    const other = await linkOwner(server);
    const custom = `other-${owner.user.id}`;
    await other.create({ custom, externalid: "crm-9" });
    expect(statuses(await add({ upsert: "alias", links: [{ url, custom }] }))).toEqual(["alias_taken"]);
    expect(statuses(await add({ upsert: "externalid", links: [{ url, externalid: "crm-9" }] }))).toEqual(["created"]);
  });
});

describe("the client's ID", () => {
  it("finds its link, but not another user's", async () => {
    const { id } = await owner.create({ externalid: "a/b c" });
    expect((await owner.list("?externalid=a%2Fb%20c")).urls.map((link) => link.id)).toEqual([id]);
    expect(await owner.list("?externalid=nothing")).toMatchObject({ result: 0, urls: [] });
    expect((await (await linkOwner(server)).list("?externalid=a%2Fb%20c")).urls).toEqual([]);
  });

  it("belongs to one link, and can be removed", async () => {
    const { id } = await owner.create({ externalid: "one" });
    const second = await owner.client.post<Failure>("/api/url/add", { url, externalid: "one" });
    expect([second.status, second.body.errors?.[0]]).toMatchObject([
      409,
      { path: "externalid", code: "externalid_taken" },
    ]);
    const { id: other } = await owner.create();
    const update = await owner.client.put<Failure>(`/api/url/${other}/update`, { externalid: "one" });
    expect([update.status, update.body.code]).toEqual([409, "externalid_taken"]);
    await owner.update(id, { externalid: "one" });
    await owner.update(id, { externalid: null });
    await owner.update(other, { externalid: "one" });
  });
});

it.each([
  [{ links: [] }, "links"],
  [{ links: {} }, "links"],
  [{ links: Array(1_001).fill({ url }) }, "links"],
  [{ links: [{ url }], mode: "some" }, "mode"],
  [{ links: [{ url }], upsert: "url" }, "upsert"],
])("is rejected as a whole: %#", async (body, path) => {
  const { status, body: answer } = await send(body);
  expect([status, answer.errors?.[0]?.path]).toEqual([400, path]);
  expect((await owner.list()).result).toBe(0);
});

it("hashes at most twenty passwords", async () => {
  const links = Array.from({ length: 22 }, (_, index) => ({ url, password: `secret ${index}` }));
  const results = await add({ links: [...links, { url, password: "secret 0" }] });
  expect(statuses(results).slice(19)).toEqual(["created", "too_many_passwords", "too_many_passwords", "created"]);
});

it("runs once for one Idempotency-Key", async () => {
  const { post } = api(server, owner.user.key, { "Idempotency-Key": `many-${owner.user.id}` });
  const body = { links: [{ url }, { url }] };
  const first = await post("/api/urls/add", body);
  expect((await post("/api/urls/add", body)).body).toEqual(first.body);
  expect((await owner.list()).result).toBe(2);
});

it("counts as one request for every hundred links", async () => {
  const left = async (links: number) =>
    Number((await send({ links: Array(links).fill({ url }) })).headers.get("x-ratelimit-remaining"));
  const before = await left(1);
  expect([await left(100), await left(101)].map((remaining) => before - remaining)).toEqual([1, 3]);
});
