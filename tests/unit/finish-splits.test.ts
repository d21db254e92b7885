import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";
import { clickLine, storeLines } from "../support/stored-clicks";
import { eventually } from "../support/wait";

Object.assign(process.env, { APP_URL: "https://sign.example" });
await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { withClient } = await import("@/lib/clicks/drain/line-store");
const { grantedPermissions: permissionsOf } = await import("@/lib/auth/permissions");
const { parse } = await import("@/lib/contract/parse");
const { createWebhook } = await import("@/lib/resources/webhooks/service");
const { makeEvents } = await import("@/lib/resources/webhooks/changes");
const { bodyOf } = await import("@/lib/resources/webhooks/body");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { getLink } = await import("@/lib/resources/links/service");
const { duplicateLink } = await import("@/lib/resources/links/writing/duplicate");
const { listHistory: historyOf, revertLink } = await import("@/lib/resources/links/history/service");
const { restartSplit } = await import("@/lib/resources/links/writing/restart-split");
const { presentLinkDetails } = await import("@/lib/resources/links/presenter");
const { createLinkBody, updateLinkBody } = await import("@/lib/resources/links/schema");
const { readRules } = await import("@/lib/resources/links/stored");
const { finishSplits } = await import("@/lib/resources/links/statistics/finish-splits");
const { sendEveryone } = await import("@/lib/resources/links/writing/send-everyone");
const { readyRules } = await import("@/lib/resources/links/routing/ready-rules");
const { splitOutcomes } = await import("@/lib/resources/links/statistics/split-conversions");

const actor = await proActor();
const split = ["https://a.example/", "https://b.example/"].map((to) => ({ to, weight: 1 }));
await createWebhook(actor, { url: "https://example.com/", events: ["split.decided"], name: "" });

const newLink = async (fields: object) =>
  (await createLink(actor, parse(createLinkBody, { url: "https://example.com/", ...fields }))).id;
const change = (id: number, fields: object) => updateLink(actor, id, parse(updateLinkBody, fields));
const details = async (id: number) => presentLinkDetails(await getLink(actor, id));
const targets = async (id: number) => {
  const rules = readyRules(readRules((await getLink(actor, id)).rules), null);
  return rules.flatMap(({ target }) => (typeof target === "string" ? [] : [target]));
};
const sharesOf = async (id: number) => (await targets(id)).map((shares) => shares.map(({ until }) => until));

let addresses = 0;

/** Stores visitors of a split, and conversions of some of their clicks. */
async function counted(id: number, figures: [visitors: number, conversions: number][], rule = 0): Promise<void> {
  const shares = (await targets(id))[rule] ?? [];
  const lines = shares.flatMap(({ variant, name }, index) =>
    Array.from({ length: figures[index]?.[0] ?? 0 }, () => {
      const who = ++addresses;
      const address = `9.${who >> 16}.${(who >> 8) & 255}.${who & 255}`;
      return clickLine({ linkId: id, rule: name, variant }, { at: Date.now(), address });
    }),
  );
  await withClient((client) => storeLines(client, lines));
  const conversions = shares.flatMap(({ variant }, index) =>
    Array.from({ length: figures[index]?.[1] ?? 0 }, () => ({ link: id, variant, click: String(++addresses) })),
  );
  const given = conversions.map((one) => ({ ...one, event: "sale", source: "api", at: new Date() }));
  await pool.query("SELECT add_conversions($1, 20, 100)", [JSON.stringify(given)]);
}

/** The events about a link, as they are sent. */
async function events(id: number) {
  await makeEvents();
  const { rows } = await pool.query<Parameters<typeof bodyOf>[0]>(
    "SELECT type, key, at, state, before FROM webhook_deliveries WHERE key = 'link:' || $1 AND type = 'split.decided'",
    [id],
  );
  return Promise.all(rows.map(async (row) => JSON.parse((await bodyOf(row, null)) ?? "null").data.split));
}

const clear: [number, number][] = [
  [120, 4],
  [110, 60],
];

it("sends all visitors to the winner, once for two processes, with figures in history and in an event", async () => {
  const id = await newLink({ split, splitfinish: {} });
  await counted(id, clear);
  const [outcome] = await splitOutcomes(actor, await getLink(actor, id));
  const shares = outcome?.conversions.shares ?? [];
  await Promise.all([finishSplits(), finishSplits()]);

  const figures = [
    { visitors: 120, conversions: 4 },
    { visitors: 110, conversions: 60 },
  ];
  expect(shares.map(({ visitors, conversions }) => ({ visitors, conversions }))).toEqual(figures);
  const decision = { outcome: "winner", winner: 1, shares: figures };
  expect((await details(id)).splitfinish?.result).toMatchObject(decision);
  expect(await sharesOf(id)).toEqual([[0, 1]]);
  expect((await details(id)).split).toEqual(split);
  // The statistics of the destinations stay.
  expect((await splitOutcomes(actor, await getLink(actor, id)))[0]?.conversions.shares).toEqual(shares);
  expect(await events(id)).toEqual([
    {
      rule: "split",
      outcome: "winner",
      winner: "https://b.example/",
      shares: figures.map((one, index) => ({
        ...{ ...one, destination: split[index]?.to },
        rate: one.conversions / one.visitors,
      })),
    },
  ]);
  const { rows: changes } = await historyOf(actor, id, { page: 1, limit: 10 });
  expect(changes.map(({ kind }) => kind)).toEqual(["changed", "created"]);
  expect(changes[0]).toMatchObject({ person: null, after: { splitfinish: { result: decision } } });

  await finishSplits();
  expect(await events(id)).toHaveLength(1);
});

it("goes on while nothing is certain, and ends without a winner at its limit", async () => {
  const [open, days, visitors] = [
    await newLink({ split, splitfinish: {} }),
    await newLink({ split, splitfinish: { days: 7, visitors: 1_000 } }),
    await newLink({ split, splitfinish: { visitors: 100 } }),
  ];
  for (const id of [open, days, visitors])
    await counted(id, [
      [60, 6],
      [50, 9],
    ]);
  const in7Days = new Date(Date.now() + 7 * 24 * 60 * 60_000 + 1_000);
  await finishSplits();
  expect((await details(days)).splitfinish?.result).toBeUndefined();
  expect((await details(visitors)).splitfinish?.result).toMatchObject({ outcome: "visitors", winner: null });
  await finishSplits(in7Days);
  expect((await details(open)).splitfinish?.result).toBeUndefined();
  expect((await details(days)).splitfinish?.result).toMatchObject({ outcome: "days", winner: null });
  // Visitors are still split by weight.
  expect(await sharesOf(days)).toEqual([[0.5, 1]]);
  expect(await events(days)).toMatchObject([{ outcome: "days", winner: null }]);
});

it("decides the split of a rule", async () => {
  const rule = { when: { country: ["FR"] }, split, finish: {} };
  const id = await newLink({ rules: [{ when: { os: ["iOS"] }, to: "https://c.example/" }, rule], split });
  await counted(id, clear);
  await finishSplits();
  expect(await sharesOf(id)).toEqual([
    [0, 1],
    [0.5, 1],
  ]);
  expect(await events(id)).toMatchObject([{ rule: "rules.1", winner: "https://b.example/" }]);
  await restartSplit(actor, id, "rules.1");
  expect(await sharesOf(id)).toEqual([
    [0.5, 1],
    [0.5, 1],
  ]);
});

it("does not overwrite an edit that happens at the same time", async () => {
  const id = await newLink({ split, splitfinish: {} });
  await counted(id, clear);
  const editor = await pool.connect();
  try {
    await editor.query("BEGIN");
    await editor.query(`UPDATE links SET rules = '[]' WHERE id = $1`, [id]);
    const decided = finishSplits();
    await eventually(async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE links SET rules%'",
      );
      expect(rowCount).toBe(1);
    });
    await editor.query("COMMIT");
    await decided;
  } finally {
    editor.release(true);
  }
  expect((await getLink(actor, id)).rules).toEqual([]);
  expect(await events(id)).toEqual([]);
});

it("begins again from zero when it is undone or edited, and not when the same settings are sent", async () => {
  const id = await newLink({ split, splitfinish: { days: 30 } });
  await counted(id, clear);
  const before = new Date(Date.now() + 60_000);
  await finishSplits(before);
  const decided = (await details(id)).splitfinish;
  expect(decided?.result?.winner).toBe(1);

  for (const same of [{ splitfinish: { days: 30 } }, { splitfinish: decided }, { split }, { title: "Spring" }]) {
    await change(id, same);
    expect((await details(id)).splitfinish).toEqual(decided);
  }
  await change(id, { splitfinish: { days: 30, result: { ...decided?.result, winner: 0 } } });
  expect((await details(id)).splitfinish).toEqual(decided);
  const copy = await duplicateLink(actor, id);
  expect((await details(copy.id)).splitfinish?.result).toBeUndefined();

  // Undone in the history.
  const { rows } = await historyOf(actor, id, { page: 1, limit: 10 });
  const decision = rows.find(({ after }) => (after.splitfinish as { result?: object } | undefined)?.result);
  await revertLink(actor, id, { before: decision?.id ?? 0 });
  expect((await details(id)).splitfinish).toEqual({ days: 30, since: expect.any(String) });
  expect(await sharesOf(id)).toEqual([[0.5, 1]]);

  // Undone with the button of the link's page. Another click on it changes nothing.
  await counted(copy.id, clear);
  await finishSplits(before);
  expect((await details(copy.id)).splitfinish?.result?.winner).toBe(1);
  const analyst = { ...actor, permissions: permissionsOf("analyst") };
  await expect(restartSplit(analyst, copy.id, "split")).rejects.toMatchObject({ code: "permission_lacking" });
  await restartSplit(actor, copy.id, "split");
  const again = (await details(copy.id)).splitfinish;
  expect(again).toEqual({ days: 30, since: expect.any(String) });
  await restartSplit(actor, copy.id, "split");
  expect((await details(copy.id)).splitfinish).toEqual(again);
});

it("counts a new test from zero after a destination's weight was changed", async () => {
  const id = await newLink({ split, splitfinish: {} });
  await pool.query(
    `UPDATE links SET rules = jsonb_set(rules, '{0,finish,since}', '"2026-01-01 00:00:00"') WHERE id = $1`,
    [id],
  );
  await counted(id, clear);
  await change(id, { split: split.with(0, { to: "https://a.example/", weight: 2 }) });
  await finishSplits();
  expect((await details(id)).splitfinish?.result).toBeUndefined();
  expect((await splitOutcomes(actor, await getLink(actor, id)))[0]?.conversions.conversions).toBe(0);
});

it("sends everyone to the better destination at a click, with the expected gain, and can be undone", async () => {
  const id = await newLink({ split });
  await counted(id, [
    [100, 10],
    [100, 40],
  ]);
  const [outcome] = await splitOutcomes(actor, await getLink(actor, id));
  expect(outcome?.conversions.comparison).toMatchObject({ best: 1, beats: [0] });
  // Half of the visitors get the other destination now, so only they gain.
  const { by = 0, from = 0, to = 0 } = outcome?.conversions.gain ?? {};
  expect(by).toBeCloseTo(0.15);
  expect(from).toBeGreaterThan(0.08);
  expect(to).toBeLessThan(0.21);

  const before = await details(id);
  const analyst = { ...actor, permissions: permissionsOf("analyst") };
  const best = "https://b.example/";
  await expect(sendEveryone(analyst, id, "split", best)).rejects.toMatchObject({ code: "permission_lacking" });
  for (const [rule, destination] of [
    ["split", "https://elsewhere.example/"],
    ["rules.0", best],
    ["toString", best],
  ] as const)
    await expect(sendEveryone(actor, id, rule, destination)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await details(id)).toEqual(before);
  const earlier = await sendEveryone(actor, id, "split", best);
  expect(await details(id)).toMatchObject({ longurl: best, split: [] });
  await change(id, earlier);
  expect((await splitOutcomes(actor, await getLink(actor, id)))[0]?.conversions.gain?.by).toBeCloseTo(0.15);
  expect(await details(id)).toMatchObject({ longurl: "https://example.com/", split });
});

it("sends everyone of a rule to one of its destinations", async () => {
  const when = { country: ["FR"] };
  const id = await newLink({
    rules: [
      { when: { country: ["DE"] }, to: "https://d.example/" },
      { when, split },
    ],
  });
  const earlier = await sendEveryone(actor, id, "rules.1", "https://a.example/");
  expect((await details(id)).rules[1]).toEqual({ when, to: "https://a.example/" });
  await change(id, earlier);
  expect((await details(id)).rules[1]).toMatchObject({ when, split });
});

it("expects no gain from few conversions", async () => {
  const id = await newLink({ split });
  await counted(id, [
    [20, 1],
    [20, 2],
  ]);
  expect((await splitOutcomes(actor, await getLink(actor, id)))[0]?.conversions.gain).toBe(null);
});
