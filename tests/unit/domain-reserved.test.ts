import { afterEach, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { assertNotReserved } from "@/lib/resources/domains/create";

const original = env.APP_URL;
afterEach(() => {
  env.APP_URL = original;
});

const refused = (host: string, admin = false) => {
  try {
    assertNotReserved({ admin }, host);
    return false;
  } catch {
    return true;
  }
};

it.each([
  ["https://sho.rt", ["sho.rt", "go.sho.rt", "a.b.sho.rt"], ["go.rt", "sho.rt.example", "xsho.rt"]],
  ["https://go.acme.co.uk", ["go.acme.co.uk", "acme.co.uk", "www.acme.co.uk", "x.go.acme.co.uk"], ["other.co.uk"]],
  ["https://app.example.com:8443", ["app.example.com", "example.com", "mail.example.com"], ["example.org"]],
  ["https://xn--bcher-kva.example", ["xn--bcher-kva.example", "go.xn--bcher-kva.example"], ["bcher.example"]],
  ["http://localhost:3000", ["go.localhost"], ["go.example.com"]],
  ["http://203.0.113.5", ["go.localhost"], ["go.example.com"]],
])("at %s, %j belong to the operator, and %j do not", (appUrl, own, others) => {
  env.APP_URL = appUrl;
  for (const host of own) expect([host, refused(host)]).toEqual([host, true]);
  for (const host of others) expect([host, refused(host)]).toEqual([host, false]);
});

it("lets administrators add names next to the service's name, but not that name", () => {
  env.APP_URL = "https://go.acme.co.uk";
  expect(["acme.co.uk", "links.acme.co.uk"].filter((host) => refused(host, true))).toEqual([]);
  expect(["go.acme.co.uk", "x.localhost"].filter((host) => !refused(host, true))).toEqual([]);
});
