import { describe, expect, it } from "vitest";
import { createPixelBody } from "@/lib/resources/pixels/schema";
import { findVendor, vendors } from "@/lib/resources/pixels/vendors";

describe.each(vendors)("the example of $name", ({ type, customary, example, looks }) => {
  it("looks like the vendor's IDs and is accepted", () => {
    expect(example).toMatch(looks);
    expect(createPixelBody.parse({ type, name: "x", tag: example }).tag).toBe(example);
  });

  it("belongs to the vendor under both of its names", () => {
    expect(findVendor(customary)).toBe(findVendor(type));
  });
});

it.each([
  ["fbpixel", "GTM-ABC1234"],
  ["gtmpixel", "gtm-abc1234"],
  ["gapixel", "UA-12345"],
  ["adrollpixel", "ABCDEFGHIJKLMNOPQRSTUV"],
  ["tiktok", "c4abcdefghijklmnopqr"],
])("of %s, %s looks wrong", (type, tag) => {
  expect(tag).not.toMatch(findVendor(type)?.looks ?? /^/);
});
