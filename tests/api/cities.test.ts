import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { writeFlatCities } from "../support/city-data";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const addresses = {
  munich: "185.10.100.1",
  berlin: "185.10.100.33",
  illinois: "185.10.100.97",
  missouri: "185.10.100.129",
  germany: "185.10.100.161",
  abroad: "203.0.113.1",
};
const there = (name: string) => `https://${name}.example/`;

describe("with a database of cities", () => {
  let server: TestServer;
  let owner: LinkOwner;
  beforeAll(async () => {
    const env = { GEOIP_DB: writeFlatCities(), TRUSTED_PROXIES: "loopback", RATE_LIMIT_PER_MINUTE: "10000" };
    server = await startServer({ env });
    owner = await linkOwner(server);
  });
  afterAll(() => server?.stop());

  const rules = [
    { when: { city: ["Munich, DE-BY", "springfield, us-il"] }, to: there("city") },
    { when: { city: ["Springfield, United States"] }, to: there("springfield") },
    { when: { region: ["de-be", "FR-IDF"] }, to: there("region") },
    { when: { country: ["DE"] }, to: there("germany") },
  ];

  it("rules redirect visitors by region and city, and clicks are counted by both", async () => {
    const { id, shorturl } = await owner.create({ rules });
    const found: Record<string, string | null> = {};
    for (const [name, address] of Object.entries(addresses))
      found[name] = (await visit(shorturl, { headers: { "x-forwarded-for": address } })).location;
    expect(found).toEqual({
      munich: there("city"),
      illinois: there("city"),
      missouri: there("springfield"),
      berlin: there("region"),
      germany: there("germany"),
      abroad: "https://example.com/",
    });
    const data = await eventually(async () => {
      const { data } = await owner.show(id);
      expect(data.clicks).toBe(6);
      return data;
    });
    expect(data).toMatchObject({
      topRegions: { "DE-BY": "1", "DE-BE": "1", "US-IL": "1", "US-MO": "1", Unknown: "2" },
      topCities: {
        ...{ "Munich, DE-BY": "1", "Berlin, DE-BE": "1", Unknown: "2" },
        ...{ "Springfield, US-IL": "1", "Springfield, US-MO": "1" },
      },
    });
  });

  it("rules are stored as they are understood", async () => {
    const { id } = await owner.create({ rules });
    const { details } = await owner.show(id);
    expect((details.rules as { when: object }[]).map(({ when }) => when)).toEqual([
      { city: ["Munich, DE-BY", "springfield, US-IL"] },
      { city: ["Springfield, US"] },
      { region: ["DE-BE", "FR-IDF"] },
      { country: ["DE"] },
    ]);
  });

  it.each<[object, string, string]>([
    [{ city: ["Munich"] }, "rules.0.when.city.0", "city_unknown"],
    [{ city: ["Munich, Atlantis"] }, "rules.0.when.city.0", "city_unknown"],
    [{ city: [", DE"] }, "rules.0.when.city.0", "city_unknown"],
    [{ city: [`${"x".repeat(101)}, DE`] }, "rules.0.when.city.0", "city_unknown"],
    [{ region: ["FR-IDF", "Bavaria"] }, "rules.0.when.region.1", "region_unknown"],
    [{ region: ["ZZ-BY"] }, "rules.0.when.region.0", "region_unknown"],
    [{ region: [`DE-${"x".repeat(81)}`] }, "rules.0.when.region.0", "region_unknown"],
    [{ city: [] }, "rules.0.when.city", "choose_one"],
    [{ city: Array(101).fill("Munich, DE") }, "rules.0.when.city", "too_many"],
  ])("%o is rejected", async (when, path, code) => {
    const { status, body } = await owner.client.post<Failure>("/api/url/add", {
      url: "https://example.com/",
      rules: [{ when, to: there("city") }],
    });
    expect([status, body.errors?.map((error) => [error.path, error.code])]).toEqual([400, [[path, code]]]);
  });

  it.each([{ city: ["Munich, DE"] }, { region: ["DE-BY"] }])("a plan without places rejects %j", async (when) => {
    const limited = await linkOwner(server);
    await onNewPlan(server, limited.user, { geo: { enabled: false } });
    const sent = { url: "https://example.com/", rules: [{ when, to: there("city") }] };
    const { status, body } = await limited.client.post<Failure>("/api/url/add", sent);
    expect([status, body.code]).toEqual([403, "plan_lacks_feature"]);
  });

  it("a visit can be simulated by city, by region and by address", async () => {
    const { id } = await owner.create({ rules });
    const simulate = async (visitor: object) => {
      const { body } = await owner.client.post<{ rule: string; why: { reason: string }[] }>(
        `/api/url/${id}/simulate`,
        visitor,
      );
      return [body.rule, body.why[0]?.reason];
    };
    const not = (city: string) => `The city is ${city}, not Munich, DE-BY or springfield, US-IL.`;
    expect(await simulate({ city: "Munich, de-by" })).toEqual(["rules.0", "The city is Munich, DE-BY."]);
    expect(await simulate({ city: "Springfield, US" })).toEqual(["rules.1", not("Springfield, US")]);
    expect(await simulate({ region: "DE-BE" })).toEqual(["rules.2", not("unknown")]);
    expect(await simulate({ city: "Ulm, DE-BW" })).toEqual(["rules.3", not("Ulm, DE-BW")]);
    expect(await simulate({ address: addresses.missouri })).toEqual(["rules.1", not("Springfield, US-MO")]);
    expect(await simulate({ address: addresses.munich, country: "FR" })).toEqual([null, not("unknown")]);
  });
});

describe("without a database of cities", () => {
  const server = inject("trustingServer");
  let owner: LinkOwner;
  beforeAll(async () => {
    owner = await linkOwner(server);
  });

  const rules = [{ when: { city: ["Munich, DE"] }, to: there("city") }];

  it.each([{ city: ["Munich, DE"] }, { region: ["DE-BY"] }])("a rule by %j is rejected", async (when) => {
    const { status, body } = await owner.client.post<Failure>("/api/url/add", {
      url: "https://example.com/",
      rules: [{ when, to: there("city") }],
    });
    expect([status, body.code, body.errors?.map(({ path }) => path)]).toEqual([400, "no_cities", ["rules"]]);
    expect(body.message).toBe(
      "Rules by city or region are not available: this service has no city database. Ask your administrator to add one.",
    );
  });

  it("a link with such a rule keeps it, can be edited, and does not apply it", async () => {
    const { id, shorturl } = await owner.create();
    await sql(server, `update links set rules = '${JSON.stringify(rules)}' where id = ${id}`);
    await owner.update(id, { rules: [...rules, { when: { country: ["FR"] }, to: there("france") }], title: "Kept" });
    expect((await visit(shorturl, { headers: { "x-forwarded-for": addresses.munich } })).location).toBe(
      "https://example.com/",
    );
    await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1));
    expect((await owner.show(id)).data).toMatchObject({ topRegions: {}, topCities: {} });
  });
});
