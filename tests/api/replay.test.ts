import { beforeAll, describe, expect, it } from "vitest";
import { api } from "../support/api";
import { clicksServer } from "../support/clicks-server";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { connected, sql } from "../support/sql";
import { newKey, newMember } from "../support/team";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

interface Way {
  rule: string | null;
  destination: string | null;
  visits: number;
}

interface Replayed {
  from: string;
  to: string;
  since: string | null;
  visits: number;
  before: Way[];
  after: Way[];
  moved: number;
  undecided: number;
  locked: number;
  message: string;
}

interface Variant {
  variant: string;
  rule: string | null;
  destination: string | null;
  clicks: number;
  uniqueClicks: number;
}

const server = clicksServer();
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const there = (name: string) => `https://${name}.example/`;
const apple = { when: { os: ["iOS"] }, to: there("apple") };
const own = "https://example.com/";

async function visited(shorturl: string, ...names: (keyof typeof agents)[]): Promise<void> {
  for (const name of names) await visit(shorturl, { headers: { "user-agent": agents[name] } });
}

const counted = (id: number, clicks: number) =>
  eventually(async () => {
    const { data } = await owner.show(id);
    expect(data.clicks).toBe(clicks);
    return data as unknown as { variants?: Variant[] };
  });

async function replay(id: number, body: object): Promise<Replayed> {
  const { status, body: answer } = await owner.client.post<Replayed>(`/api/url/${id}/replay`, body);
  expect([status, answer]).toEqual([200, answer]);
  return answer;
}

it("reports where visitors would have gone, and where they went", async () => {
  const { id, shorturl } = await owner.create();
  await visited(shorturl, "windows", "iphone", "iphone", "mac");
  await counted(id, 4);
  const found = await replay(id, { rules: [apple] });
  expect(found).toMatchObject({
    ...{ visits: 4, moved: 2, undecided: 0, locked: 0, since: null },
    before: [{ rule: "url", destination: own, visits: 4 }],
  });
  expect(found.after).toEqual(
    expect.arrayContaining([
      { rule: "rules.0", destination: there("apple"), visits: 2 },
      { rule: "url", destination: own, visits: 2 },
    ]),
  );
  // Nothing was saved.
  expect((await owner.show(id)).details.rules).toEqual([]);
  expect(await replay(id, {})).toMatchObject({ visits: 4, moved: 0 });
});

it("reports how many visits depend on data that clicks do not store", async () => {
  const { id, shorturl } = await owner.create();
  await visited(`${shorturl}?ref=mail`, "windows", "iphone");
  await counted(id, 2);
  const rules = [{ when: { os: ["iOS"], query: [{ name: "ref" }] }, to: there("mail") }];
  expect(await replay(id, { rules })).toMatchObject({
    ...{ visits: 2, undecided: 1, moved: 0 },
    after: [{ rule: "url", destination: own, visits: 1 }],
    message: expect.stringMatching(/^Some visits cannot be replayed: 1 visit because paths .*\.$/),
  });
});

it("shows each variant with its visitors, also after its rule was moved or changed", async () => {
  const { id, shorturl } = await owner.create({ rules: [apple] });
  await visited(shorturl, "iphone", "iphone", "windows");
  const before = (await counted(id, 3)).variants ?? [];
  expect(before.map(({ variant, ...one }) => one)).toEqual([
    { rule: "rules.0", destination: there("apple"), clicks: 2, uniqueClicks: 1 },
    { rule: "url", destination: own, clicks: 1, uniqueClicks: 1 },
  ]);
  const mac = { when: { os: ["macOS"] }, to: there("mac") };
  await owner.update(id, { rules: [mac, apple] });
  const [moved] = (await counted(id, 3)).variants ?? [];
  expect(moved).toEqual({ ...before[0], rule: "rules.1" });
  await owner.update(id, { rules: [mac] });
  const [removed] = (await counted(id, 3)).variants ?? [];
  expect(removed).toEqual({ ...before[0], rule: null });
  expect((await replay(id, { rules: [] })).before).toContainEqual({
    rule: null,
    destination: there("apple"),
    visits: 2,
  });
});

it("does not guess the earlier destination of an edited link without rules", async () => {
  const { id, shorturl } = await owner.create();
  await visited(shorturl, "windows");
  await counted(id, 1);
  await owner.update(id, { url: there("new") });
  expect(await replay(id, { rules: [apple] })).toMatchObject({
    moved: 0,
    before: [{ rule: "url", destination: null, visits: 1 }],
    after: [{ rule: "url", destination: there("new"), visits: 1 }],
  });
});

describe("a replay is rejected", () => {
  it.each<[string, object, string, string]>([
    [
      "of a rule without a destination",
      { rules: [{ when: { os: ["iOS"] } }] },
      "rules.0.to",
      "rule_without_destination",
    ],
    [
      "of a condition that there is not",
      { rules: [{ when: { moon: 1 }, to: own }] },
      "rules.0.when",
      "condition_unknown",
    ],
    ["of a period that ends first", { from: "2026-02-01", to: "2026-01-01" }, "to", "end_before_start"],
    ["of too long a period", { from: "2020-01-01", to: "2026-01-01" }, "from", "period_too_long"],
    ["of a moment that is none", { from: "yesterday" }, "from", "not_a_timestamp"],
  ])("%s", async (_, body, path, code) => {
    const { id } = await owner.create();
    const { status, body: refusal } = await owner.client.post<Failure>(`/api/url/${id}/replay`, body);
    expect([status, refusal.errors?.[0]]).toEqual([400, expect.objectContaining({ path, code })]);
  });

  it("for another user's link, as if it did not exist", async () => {
    const { id } = await (await linkOwner(server)).create();
    expect((await owner.client.post(`/api/url/${id}/replay`, {})).status).toBe(404);
  });

  it("for an analyst, although they can see the link", async () => {
    const { id } = await owner.create();
    const member = await newMember(server, owner.user.id, "analyst");
    const analyst = api(server, await newKey(server, owner.user.id, member));
    expect((await analyst.get(`/api/url/${id}`)).status).toBe(200);
    const { status, body } = await analyst.post<Failure>(`/api/url/${id}/replay`, {});
    expect([status, body.code]).toEqual([403, "permission_lacking"]);
  });
});

/** Runs `work` while a lock prevents reading clicks, so that a replay waits. */
const meanwhile = (work: (running: () => Promise<number>) => Promise<void>) =>
  connected(server, async (client) => {
    await client.query("BEGIN");
    await client.query("LOCK TABLE clicks IN ACCESS EXCLUSIVE MODE");
    // This uses another connection: within a transaction this view does not change.
    await work(async () => {
      const [row] = await sql<{ count: number }>(
        server,
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'signpost replay'",
      );
      return row?.count ?? 0;
    });
    await client.query("COMMIT");
  });

it("runs one at a time, and up to four more of an account wait", async () => {
  const { id } = await owner.create();
  const ask = () => owner.client.post<Failure>(`/api/url/${id}/replay`, {});
  const replays: ReturnType<typeof ask>[] = [];
  await meanwhile(async (running) => {
    replays.push(ask());
    await eventually(async () => expect(await running()).toBe(1));
    for (let more = 0; more < 5; more++) replays.push(ask());
    const { status, body } = await Promise.race(replays);
    expect([status, body.code]).toEqual([503, "too_busy"]);
    expect(await running()).toBe(1);
  });
  const statuses = (await Promise.all(replays)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 503]);
});

it("is canceled when its client disconnects", async () => {
  const { id } = await owner.create();
  await meanwhile(async (running) => {
    const leaving = new AbortController();
    const left = fetch(`${server.url}/api/url/${id}/replay`, {
      method: "POST",
      headers: { Authorization: `Bearer ${owner.user.key}`, "content-type": "application/json" },
      body: "{}",
      signal: leaving.signal,
    });
    await eventually(async () => expect(await running()).toBe(1));
    leaving.abort();
    await expect(left).rejects.toThrow();
    await eventually(async () => expect(await running()).toBe(0));
  });
  expect((await owner.client.post(`/api/url/${id}/replay`, {})).status).toBe(200);
});
