import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { days } from "@/lib/contract/local-time";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { browsers, devices, systems } from "@/lib/resources/links/rules";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

interface Simulation {
  outcome: string;
  destination: string | null;
  rule: string | null;
  split: { destination: string; share: number }[] | null;
  why: { rule: string; matched: boolean; reason: string }[];
}

const server = inject("trustingServer");
let owner: LinkOwner;
// A header sends the visitors' addresses, like a proxy on the same machine.
beforeAll(async () => {
  owner = await linkOwner(server);
});

async function simulate(id: number, visitor: object): Promise<Simulation> {
  const { status, body } = await owner.client.post<Simulation>(`/api/url/${id}/simulate`, visitor);
  expect([status, body]).toEqual([200, body]);
  return body;
}

const there = (name: string) => `https://${name}.example/`;

describe("a simulated visit", () => {
  const rules = [
    { when: { country: ["FR", "BE"], query: [{ name: "ref", value: "mail" }] }, to: there("both") },
    { when: { from: "2027-01-01 00:00:00", until: "2027-02-01 00:00:00" }, to: there("january") },
    {
      when: { days: ["sat", "sun"], hours: { from: "09:00", until: "17:00" }, timezone: "Europe/Paris" },
      to: there("weekend"),
    },
    { when: { os: ["iOS"], browser: ["Safari"] }, to: there("apple") },
  ];
  const languagetarget = [{ language: "fr", link: there("french") }];

  it("looks up languages with a region like a visit, the most specific one first", async () => {
    const { id } = await owner.create({
      languagetarget: [
        { language: "pt", link: there("portuguese") },
        { language: "pt-BR", link: there("brazil") },
      ],
    });
    const { body } = await owner.client.get<{ details: { languagetarget: object[] } }>(`/api/url/${id}`);
    expect(body.details.languagetarget.map((target) => (target as { language: string }).language)).toEqual([
      "pt",
      "pt-BR",
    ]);
    expect(await simulate(id, { language: "pt-BR" })).toMatchObject({ rule: "languagetarget.1" });
    expect(await simulate(id, { language: "pt-PT" })).toMatchObject({
      destination: there("portuguese"),
      why: [
        { rule: "languagetarget.1", reason: "The language is Portuguese (Portugal), not Portuguese (Brazil)." },
        { rule: "languagetarget.0", matched: true },
      ],
    });
  });

  it("explains for every rule why it applies or not", async () => {
    const { id } = await owner.create({ rules, languagetarget });
    const visitor = { country: "Germany", language: "fr", userAgent: agents.windows, time: "2027-03-06 16:30:00" };
    expect(await simulate(id, { ...visitor, query: "ref=post" })).toEqual({
      error: 0,
      outcome: "redirect",
      destination: there("french"),
      rule: "languagetarget.0",
      opens: null,
      split: null,
      why: [
        { rule: "rules.0", matched: false, reason: 'The parameter ref is "post", not "mail".' },
        { rule: "rules.1", matched: false, reason: "The visit is not before 2027-02-01 00:00:00 UTC." },
        {
          rule: "rules.2",
          matched: false,
          reason: "It is Saturday 17:30 (Europe/Paris), not on Saturday or Sunday from 09:00 to 17:00.",
        },
        { rule: "rules.3", matched: false, reason: "The operating system is Windows, not iOS." },
        { rule: "languagetarget.0", matched: true, reason: "The language is French." },
      ],
    });
    const { destination, why } = await simulate(id, { country: "BE", query: "ref=mail" });
    expect(destination).toBe(there("both"));
    expect(why.map(({ matched, reason }) => [matched, reason])).toEqual([
      [true, 'The parameter ref is "mail". The country is Belgium.'],
      ...Array(4).fill([false, "Not tried: rules.0 decides before it."]),
    ]);
  });

  it("shows which share of visitors each destination of a split gets today", async () => {
    const shares = [3, 1].map((weight) => ({ to: there(`split-${weight}`), weight }));
    const { id } = await owner.create({
      rules: [{ when: { country: ["FR"] }, split: shares }],
      split: shares.toReversed(),
    });
    const [more, less] = [
      { destination: there("split-3"), share: 0.75 },
      { destination: there("split-1"), share: 0.25 },
    ];
    expect((await simulate(id, { country: "FR" })).split).toEqual([more, less]);
    expect((await simulate(id, { country: "DE" })).split).toEqual([less, more]);
  });

  it("uses the country of an address if no country is sent", async () => {
    const { id } = await owner.create({ geotarget: [{ location: "FR", link: there("france") }] });
    expect((await simulate(id, { address: "193.51.208.1" })).destination).toBe(there("france"));
    expect((await simulate(id, { address: "193.51.208.1", country: "DE" })).rule).toBeNull();
    expect((await simulate(id, {})).why[0]?.reason).toBe("The country is unknown, not France.");
  });

  it("names the page that is shown before the destination", async () => {
    const outcome = async (settings: object, visitor: object = {}) => {
      const { outcome, destination } = await simulate((await owner.create({ ...settings })).id, visitor);
      return [outcome, destination];
    };
    const ends = { expiry: "2099-01-01 00:00:00", expiryurl: there("ended") };
    expect(await outcome({ password: "x" })).toEqual(["password", "https://example.com/"]);
    expect(await outcome({ status: "off" })).toEqual(["missing", null]);
    expect(await outcome(ends)).toEqual(["redirect", "https://example.com/"]);
    expect(await outcome(ends, { time: "2099-01-01 00:00:00" })).toEqual(["ended", there("ended")]);
    const { id, shorturl } = await owner.create({ clicklimit: 1 });
    await visit(shorturl);
    expect(await simulate(id, {})).toMatchObject({ outcome: "ended", destination: null });
  });

  it("counts nothing and uses up no visit of a limited link", async () => {
    const { id, shorturl } = await owner.create({ clicklimit: 1 });
    for (let count = 0; count < 3; count++) expect(await simulate(id, {})).toMatchObject({ outcome: "redirect" });
    expect((await visit(shorturl)).status).toBe(302);
  });

  it("is rejected for another user's link and for an invalid visitor", async () => {
    const { id } = await owner.create();
    const other = await linkOwner(server);
    expect((await other.client.post(`/api/url/${id}/simulate`, {})).status).toBe(404);
    for (const [field, value] of [
      ["country", "Atlantis"],
      ["language", "Klingonese"],
      ["time", "noon"],
      ["address", "example.com"],
      ["address", "1.2.3"],
      ["query", { ref: "mail" }],
      ["userAgent", 5],
    ] as const) {
      const { status, body } = await owner.client.post<Failure>(`/api/url/${id}/simulate`, { [field]: value });
      expect([field, status, body.errors?.[0]?.path]).toEqual([field, 400, field]);
    }
  });
});

it("a click records which rule decided", async () => {
  const { id, shorturl } = await owner.create({
    rules: [{ when: { query: [{ name: "ref" }] }, to: there("ref") }],
    geotarget: [{ location: "FR", link: there("france") }],
  });
  const headers = { "x-forwarded-for": "193.51.208.1" };
  await visit(`${shorturl}?ref=1`, { headers });
  await visit(shorturl, { headers });
  await visit(shorturl);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(3));
  const clicks = await sql(server, "SELECT rule FROM clicks WHERE link_id = $1 ORDER BY rule", [id]);
  expect(clicks.map(({ rule }) => rule)).toEqual(["geotarget.0", "rules.0", null]);
});

describe("a simulated and a real visit", () => {
  const addresses = { FR: "193.51.208.1", DE: "2a01:4f8::1", US: "8.8.8.8", none: "10.0.0.1" };
  const queries = ["", "ref=mail", "ref=post&x", "x=1&ref="];
  const hour = 3_600_000;
  const around = (start: number, end: number) => ({
    from: formatTimestamp(new Date(Date.now() + start * hour)),
    until: formatTimestamp(new Date(Date.now() + end * hour)),
  });
  const some = <T>(...values: readonly T[]) => fc.subarray([...values], { minLength: 1 });

  const when = fc
    .record(
      {
        country: some("FR", "DE", "US"),
        language: some("fr", "de"),
        device: some(...devices),
        os: some(...systems),
        browser: some(...browsers),
        query: fc.constantFrom([{ name: "ref" }], [{ name: "ref", value: "mail" }], [{ name: "x" }, { name: "ref" }]),
        window: fc.constantFrom(around(-1, 1), around(-2, -1), around(1, 2)),
        days: fc.constantFrom([...days]),
      },
      { requiredKeys: [] },
    )
    .filter((conditions) => Object.keys(conditions).length > 0)
    .map(({ window, ...conditions }) => ({ ...conditions, ...window }));
  const split = (name: string) => [1, 2, 3].map((weight) => ({ to: there(`${name}-${weight}`), weight }));
  const link = fc.record({
    rules: fc
      .array(fc.tuple(when, fc.boolean()), { maxLength: 5 })
      .map((rules) =>
        rules.map(([when, isSplit], index) =>
          isSplit ? { when, split: split(`rule-${index}`) } : { when, to: there(`rule-${index}`) },
        ),
      ),
    geotarget: fc.subarray([{ location: "FR", link: there("france") }]),
    devicetarget: fc.subarray([{ device: "desktop", link: there("desk") }]),
    languagetarget: fc.subarray([{ language: "de", link: there("german") }]),
    split: fc.constantFrom([], split("split")),
  });
  const visitor = fc.record({
    address: fc.constantFrom(...Object.values(addresses)),
    language: fc.constantFrom("fr", "de", "en"),
    userAgent: fc.constantFrom(agents.windows, agents.mac, agents.iphone, agents.android),
    query: fc.constantFrom(...queries),
  });

  it("have the same destination", async () => {
    await fc.assert(
      fc.asyncProperty(link, fc.array(visitor, { minLength: 4, maxLength: 4 }), async (settings, visitors) => {
        const { id, shorturl } = await owner.create(settings);
        for (const visitor of visitors) {
          const headers = {
            "x-forwarded-for": visitor.address,
            "accept-language": visitor.language,
            "user-agent": visitor.userAgent,
          };
          const simulated = await simulate(id, visitor);
          const deciding = simulated.why.filter(({ matched }) => matched).map(({ rule }) => rule);
          expect(deciding).toEqual(
            simulated.rule ? [simulated.rule.replace(/(^|\.)split\.\d$/, (_, dot) => (dot ? "" : "split"))] : [],
          );
          for (let count = 0; count < 2; count++) {
            expect((await visit(`${shorturl}?${visitor.query}`, { headers })).location).toBe(simulated.destination);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
