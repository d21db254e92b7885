import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDeviceBits } from "@/lib/clicks/classify/device-words";
import { describeVisit, type Visit } from "@/lib/clicks/classify/visit";
import { formatLine } from "@/lib/clicks/journal/line";
import { readFacts } from "@/lib/clicks/statistics/facts";
import { type FactQuery, lineColumns } from "@/lib/clicks/store/fact-query";
import { days } from "@/lib/contract/local-time";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { provide } from "@/lib/platform/env";
import { agentOfBits, columnsNeededFor, Replay, type Replayed } from "@/lib/resources/links/replay/replay";
import replayLink from "@/lib/resources/links/replay/worker";
import { type Decided, decide } from "@/lib/resources/links/routing/decide";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import { describeVisitor } from "@/lib/resources/links/routing/visitor";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import { browsers, devices, systems } from "@/lib/resources/links/rules";
import type { DeepLink } from "@/lib/resources/links/schema";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { seed } from "../support/seeded";
import { storeLines } from "../support/stored-clicks";
import { allTests } from "../support/tier";
import { agents } from "../support/visit";

let database: ClickDatabase;
const start = Date.UTC(2026, 10, 2);

beforeAll(async () => {
  database = await startClickDatabase(500);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
});
afterAll(() => database.stop());

const link = (rules: LinkRule[], deepLink: DeepLink | null = null, id = 1): Decided => ({
  ...{ id, type: "direct", off: false, disabled: null, expiresAt: null, expiryUrl: null, passwordHash: null },
  ...{ destination: "https://example.com/?a=b", addedQuery: "a=b", status: 302, forward: null, opensApps: false },
  rules: readyRules(rules, deepLink),
});

interface Visited {
  visit: Visit;
  url: string;
}

/** Visits of a link, decided and recorded like a redirect and stored like the drain. */
async function stored(live: Decided, visits: Visited[]): Promise<void> {
  const lines = visits.map(({ visit, url }) => {
    const decision = decide(live, describeVisitor(visit, url, null));
    if (decision.kind !== "redirect") throw new Error("nobody was led anywhere");
    return formatLine(visit, { linkId: live.id, rule: decision.rule ?? undefined, variant: decision.variant });
  });
  await storeLines(database.client, lines);
}

const query = (draft: Decided, values: Partial<FactQuery> = {}): FactQuery => ({
  ...{ linkId: draft.id, from: start - 86_400_000, to: start + 40 * 86_400_000, most: 1_000, limit: null },
  needed: columnsNeededFor(draft),
  ...values,
});

async function linesOf(draft: Decided, values?: Partial<FactQuery>): Promise<string[][]> {
  let text = "";
  for await (const part of await readFacts(query(draft, values))) text += part;
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t"));
}

const there = fc.constantFrom("a", "b", "c", "d").map((name) => `https://${name}.example/`);
const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const moment = fc
  .integer({ min: 0, max: 30 * 86_400 })
  .map((second) => formatTimestamp(new Date(start + second * 1_000)));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const words = ["mail", "news", "spring sale", "ä&="];
const parameter = fc.record(
  { name: fc.constantFrom("ref", "utm_source", "utm_term"), value: fc.constantFrom(...words) },
  { requiredKeys: ["name"] },
);

const when = fc
  .record(
    {
      country: some(["FR", "US", "DE"]),
      language: some(["en", "fr", "en-GB", "fr-CA"]),
      device: some(devices),
      os: some(systems),
      browser: some(browsers),
      query: fc.array(parameter, { minLength: 1, maxLength: 2 }),
      from: moment,
      until: moment,
      days: some(days),
      hours: fc.record({ from: time, until: time }).filter(({ from, until }) => from !== until),
      timezone: fc.constantFrom("Europe/Berlin", "America/New_York"),
    },
    { requiredKeys: [] },
  )
  .filter((conditions) => Object.keys(conditions).some((name) => name !== "timezone"));
const shares = fc.array(fc.record({ to: there, weight: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 2,
  maxLength: 4,
});
const rule: fc.Arbitrary<LinkRule> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ when, to: there }) },
  { weight: 1, arbitrary: fc.record({ when, split: shares }) },
);
const rules = fc
  .tuple(fc.array(rule, { maxLength: 5 }), fc.option(shares))
  .map(([list, split]): LinkRule[] => (split ? [...list, { when: {}, split }] : list));
const deepLink = fc.option(
  fc.constant({ auto: false, apple: "https://apps.apple.com/app/id1", google: "https://play.example/" }),
);

const agent = fc.oneof(
  fc.constantFrom(...Object.values(agents)),
  fc
    .array(
      fc.constantFrom(
        "Mozilla/5.0",
        "iPhone",
        "iPad",
        "Linux",
        "Android",
        "Windows NT 10.0",
        "Mac OS X",
        "Mobile",
        "Macintosh",
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(" ")),
  fc.string({ maxLength: 40 }).map((text) => text.trim()),
);
const visited = fc
  .record({
    agent,
    address: fc.constantFrom("193.51.208.1", "8.8.8.8", "127.0.0.1", "91.64.0.1", "2a01:c000::1"),
    language: fc.constantFrom("", "fr", "fr-CA", "en-GB,de;q=0.5", "x"),
    untracked: fc.boolean(),
    parameters: fc.uniqueArray(fc.tuple(fc.constantFrom("ref", "utm_source", "utm_term"), fc.constantFrom(...words)), {
      selector: ([name]) => name,
    }),
  })
  .map(({ agent, address, language, untracked, parameters }): Visited => {
    const url = `/a?${new URLSearchParams(parameters)}`;
    const headers = { "user-agent": agent, "accept-language": language, ...(untracked && { dnt: "1" }) };
    return { visit: describeVisit({ method: "GET", url, headers }, address), url };
  });

const asksForParameters = (draft: Decided) =>
  draft.rules.some(({ conditions }) => conditions.some((one) => one.kind === "query" && one.name === "ref"));
const asksForRegions = (draft: Decided) =>
  draft.rules.some(({ conditions }) =>
    conditions.some((one) => one.kind === "language" && one.any.some((tag) => tag.includes("-"))),
  );
const splits = (draft: Decided) => draft.rules.some(({ target }) => typeof target !== "string");

let links = 0;
const { numRuns, leastDecided } = allTests ? { numRuns: 60, leastDecided: 350 } : { numRuns: 20, leastDecided: 110 };
test("a replay decides like the redirect, if the clicks have enough data", async () => {
  let decided = 0;
  let undecided = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      deepLink,
      rules,
      deepLink,
      fc.array(visited, { minLength: 20, maxLength: 40 }),
      async (live, liveApps, draft, draftApps, visits) => {
        const id = ++links;
        // Each visit has its own second, which identifies it.
        const at = (index: number) => start + index * 47_111_000;
        const dated = visits.map(({ visit, url }, index) => ({ visit: { ...visit, at: at(index) }, url }));
        await stored(link(live, liveApps, id), dated);
        const drafted = link(draft, draftApps, id);
        const single = await linesOf(drafted, { needed: [...columnsNeededFor(drafted), "at"] });
        const all = new Replay(drafted, null);
        for (const line of single) all.add(line);
        // Clicks that are grouped must be decided like each alone.
        expect(await ran(drafted, null)).toEqual(all.found);
        for (const line of single) {
          const [found] = dated.filter(({ visit }) => visit.at === Number(line[1]));
          if (!found) throw new Error("a click that nobody made");
          const replay = new Replay(drafted, null);
          replay.add(line);
          const real = decide(drafted, describeVisitor(found.visit, found.url, null));
          const { after, undecided: lacking, guessed } = replay.found;
          expect(guessed).toBe(0);
          if (lacking.query + lacking.visitor + lacking.language > 0) {
            undecided += 1;
            if (lacking.query) expect(asksForParameters(drafted)).toBe(true);
            if (lacking.language) expect(asksForRegions(drafted)).toBe(true);
            if (lacking.visitor) expect(found.visit.untracked && splits(drafted)).toBe(true);
            continue;
          }
          decided += 1;
          const variant = real.kind === "redirect" && (real.variant ?? Object.keys(after)[0]);
          expect(after).toEqual({ [String(variant)]: 1 });
          if (drafted.rules.length === 0) expect(String(variant)).toMatch(/^url\./);
        }
      },
    ),
    // Each attempt to shorten a failing example stores clicks: all of them would take longer than the time limit.
    { numRuns, seed, endOnFailure: true },
  );
  console.log(`${decided} visits were decided alike, ${undecided} depend on what is not kept`);
  expect(decided).toBeGreaterThan(leastDecided);
});

test("each combination of devices has an agent", () => {
  for (let bits = 0; bits < 64; bits++) expect(findDeviceBits(agentOfBits(bits)) & 63).toBe(bits);
});

const visit = (address: string, minute: number, values: Partial<Visit> = {}): Visited => ({
  visit: {
    ...describeVisit({ method: "GET", headers: { "user-agent": agents.windows } }, address),
    at: start + minute * 60_000,
    ...values,
  },
  url: "/a",
});
const ran = (draft: Decided, ownThen: string | null, values?: Partial<FactQuery>): Promise<Replayed> =>
  replayLink({ query: query(draft, values), link: draft, ownThen });

test("a replay shows where visits went, where they would have gone, and how many moved", async () => {
  const id = 490;
  const french: LinkRule = { when: { country: ["FR"] }, to: "https://fr.example/" };
  const plain = link([], null, id);
  const draft = link([french], null, id);
  const asking = link([{ when: { query: [{ name: "ref" }], country: ["FR"] }, to: "https://ref.example/" }], null, id);
  await stored(plain, [visit("193.51.208.1", 1), visit("8.8.8.8", 2), visit("193.51.208.1", 3)]);
  const own = "url.own";
  const key = (await ran(draft, own)).after;
  expect(Object.values(key).sort()).toEqual([1, 2]);
  expect(await ran(draft, own)).toMatchObject({ visits: 3, before: { url: 3 }, guessed: 0, locked: 0 });
  // Only visits that match the rest of the rule depend on what is not stored.
  expect(await ran(asking, own)).toMatchObject({ visits: 3, undecided: { query: 2, visitor: 0, language: 0 } });
  await stored(draft, [visit("193.51.208.1", 4)]);
  const after = await ran(draft, null);
  expect(after).toMatchObject({ visits: 4, moved: 0, earliest: start + 60_000 });
  expect(Object.keys(after.before)).toHaveLength(2);
  expect(await ran(plain, null)).toMatchObject({ visits: 4, moved: 1 });
});

test("reads the newest if there are too many, and leaves out those beyond a plan", async () => {
  const id = 491;
  await database.client.query(`update plans set limits = '{"clicks": 5}'`);
  await database.client.query("truncate click_usage");
  await stored(
    link([], null, id),
    Array.from({ length: 9 }, (_, minute) => visit("8.8.8.8", minute)),
  );
  const draft = link([], null, id);
  expect(await ran(draft, null, { most: 4 })).toMatchObject({ visits: 4, earliest: start + 5 * 60_000 });
  expect(await ran(draft, null, { limit: 5 })).toMatchObject({ visits: 5, locked: 4 });
  expect(await ran(draft, null, { from: start + 120_000, to: start + 240_000 })).toMatchObject({ visits: 2 });
});

test("an older version's click gets its device from its system", async () => {
  const draft = link([{ when: { device: ["windows"] }, to: "https://windows.example/" }], null, 492);
  await stored(link([], null, 492), [visit("8.8.8.8", 1)]);
  const [line = []] = await linesOf(draft);
  line[lineColumns(columnsNeededFor(draft)).indexOf("devices")] = "\\N";
  const replay = new Replay(draft, null);
  replay.add(line);
  expect(replay.found).toMatchObject({ visits: 1, guessed: 1 });
  expect(Object.keys(replay.found.after)[0]).not.toMatch(/^url/);
});
