import { expect, it } from "vitest";
import { missing, outage } from "@/lib/visits/pages/notices";
import { visitorPages } from "../support/visitor-pages";

const pages: typeof visitorPages = {
  ...visitorPages,
  missing: () => missing(null, { headers: {} }),
  outage: () => outage(null, { headers: {} }),
};

it.each(Object.entries(pages))("the %s page is one answer with less than 20 KB", async (_, make) => {
  const { headers, body } = await make("A title of an owner, as long as titles are");
  const weight = Buffer.byteLength(body) + Buffer.byteLength(headers.join("\r\n"));
  expect(weight).toBeLessThan(20_000);
  // Nothing else is loaded from this service: no script, style, font or image.
  expect(String(body)).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="\/(?!\/)/);
});
