import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { englishOf } from "@/lib/contract/errors";
import type { Refusal } from "@/lib/contract/refusal";
import { env } from "@/lib/platform/env";
import { checkDns, verification } from "@/lib/resources/domains/verify";
import { startDns, type TestDns } from "../support/dns";
import { within } from "../support/wait";

const original = { ...env };
let dns: TestDns;

beforeAll(async () => {
  dns = await startDns({
    "sign.example": { addresses: ["203.0.113.5", "203.0.113.6", "2001:db8::5"] },
    "a.example": { addresses: ["203.0.113.5"] },
    "both.example": { addresses: ["203.0.113.6", "2001:db8::5"] },
    "aaaa.example": { addresses: ["2001:db8::5"] },
    "cname.example": { cname: "sign.example" },
    "chain.example": { cname: "cname.example" },
    "alias-elsewhere.example": { cname: "elsewhere.example" },
    "same-address.example": { cname: "a.example" },
    "elsewhere.example": { addresses: ["198.51.100.7"] },
    "partly.example": { addresses: ["203.0.113.5", "198.51.100.7"] },
    "wrong-aaaa.example": { addresses: ["203.0.113.5", "2001:db8::bad"] },
    "empty.example": { addresses: [] },
    "circle.example": { cname: "circle.example" },
    "silent.example": "silence",
    "broken.example": "failure",
    "xn--bcher-kva.example": { cname: "sign.example" },
    "_signpost.a.example": { texts: ["signpost-verify=one", "another"] },
    "_signpost.both.example": "failure",
  });
});
afterAll(() => dns.close());
afterEach(() => Object.assign(env, original));

const examine = (host: string, appUrl = "https://sign.example") => {
  Object.assign(env, { APP_URL: appUrl, DNS_SERVERS: [dns.address] });
  return checkDns(host);
};
const check = async (host: string, appUrl?: string) => sentenceOf((await examine(host, appUrl)).problem);
const sentenceOf = (problem: Refusal | null) => problem && englishOf(problem);
const expected = "It must be a CNAME to sign.example, or have the addresses 203.0.113.5, 203.0.113.6, 2001:db8::5.";

describe("a domain points to the service", () => {
  it.each([
    ["by an A record", "a.example"],
    ["by an AAAA record", "aaaa.example"],
    ["by both", "both.example"],
    ["by a CNAME", "cname.example"],
    ["by a chain of CNAMEs", "chain.example"],
    ["by a CNAME to another name with the same address", "same-address.example"],
    ["with a name beyond ASCII", "xn--bcher-kva.example"],
  ])("%s", async (_, host) => {
    expect(await check(host)).toBeNull();
  });

  it("by the service's address instead of a name", async () => {
    expect(await check("a.example", "http://203.0.113.5:8080")).toBeNull();
    expect(await check("aaaa.example", "http://[2001:db8::5]")).toBeNull();
    expect(await check("elsewhere.example", "http://203.0.113.5")).toBe(
      "elsewhere.example points to 198.51.100.7. It must have the address 203.0.113.5.",
    );
  });

  it("by a CNAME to a service whose name the DNS does not know", async () => {
    expect(await check("named.example", "https://unknown.example")).toBe(
      "named.example has no address in DNS. It must be a CNAME to unknown.example.",
    );
    dns.names["named.example"] = { cname: "unknown.example" };
    expect(await check("named.example", "https://unknown.example")).toBeNull();
  });
});

describe("a domain does not point to the service", () => {
  it.each([
    ["with the wrong address", "elsewhere.example", "points to 198.51.100.7"],
    ["with a CNAME to somewhere else", "alias-elsewhere.example", "points to 198.51.100.7"],
    ["when one of its addresses is another's", "partly.example", "points to 203.0.113.5, 198.51.100.7"],
    ["when only its IPv4 address is right", "wrong-aaaa.example", "points to 203.0.113.5, 2001:db8::bad"],
    ["when it does not exist", "nowhere.example", "has no address in DNS"],
    ["when it has no addresses", "empty.example", "has no address in DNS"],
  ])("%s: shows what was found and what was expected", async (_, host, found) => {
    expect(await check(host)).toBe(`${host} ${found}. ${expected}`);
  });

  it("if the DNS does not respond within 5 s", async () => {
    const found = await within(6_000, check("silent.example"));
    expect(found).toBe("The DNS look-up of silent.example took too long. Please try again.");
  });

  it("if the DNS fails", async () => {
    expect(await check("broken.example")).toBe("The DNS look-up of broken.example failed (ESERVFAIL).");
  });

  it("if its CNAME is itself", async () => {
    expect(await check("circle.example")).toMatch(/^circle\.example has no address|^The DNS look-up of/);
  });
});

describe("the check of a domain", () => {
  it("finds the ownership records, and works without them", async () => {
    expect((await examine("a.example")).proofs).toEqual(["signpost-verify=one", "another"]);
    expect((await examine("cname.example")).proofs).toEqual([]);
    expect(await examine("both.example")).toMatchObject({ problem: null, proofs: null });
    const long = `${"a".repeat(60)}.`.repeat(4);
    expect(await examine(`${long}example`)).toMatchObject({ certain: true, proofs: null });
  });

  it.each([
    ["elsewhere.example", "https://sign.example", true],
    ["nowhere.example", "https://sign.example", true],
    ["broken.example", "https://sign.example", false],
    // The name servers do not know the service either.
    ["elsewhere.example", "https://unknown.example", false],
  ])("of %s for %s reports what is certainly wrong: %s", async (host, appUrl, certain) => {
    expect(await examine(host, appUrl)).toMatchObject({ problem: { code: expect.any(String) }, certain });
  });
});

it.each([
  ["https://go.example.com", undefined, "strict"],
  ["http://localhost:3000", undefined, "off"],
  [undefined, undefined, "off"],
  ["http://127.0.0.1", "pending", "pending"],
  ["https://go.example.com", "off", "off"],
] as const)("with APP_URL %s and DOMAIN_VERIFICATION %s is %s", (appUrl, configured, result) => {
  Object.assign(env, { APP_URL: appUrl, DOMAIN_VERIFICATION: configured });
  expect(verification()).toBe(result);
});
