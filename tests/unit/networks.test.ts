import { readdir, readFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { networkOf, wideNetworkOf } from "@/lib/platform/network/networks";

it.each([
  ["192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7", "192.0.2.7", null],
  ["::FFFF:c000:207", "192.0.2.7", null],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7", null],
  ["64:ff9b::192.0.2.7", "192.0.2.7", null],
  ["2002:c000:207:1234::5", "192.0.2.7", null],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:DB8:0001:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["2001:db8:1:2:3:4:192.0.2.7", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["::", "0:0:0:0::/64", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["unknown", "unknown", null],
  ["", "", null],
])("counts %s by %s and %s", (address, network, wide) => {
  expect([networkOf(address), wideNetworkOf(address)]).toEqual([network, wide]);
});

it("treats all 2^64 addresses of a network as one, in any spelling", () => {
  const hex = fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16));
  fc.assert(
    fc.property(fc.array(hex, { minLength: 4, maxLength: 4 }), fc.boolean(), (host, upper) => {
      const address = `2001:db8:7:8:${host.join(":")}`;
      expect(networkOf(upper ? address.toUpperCase() : address)).toBe("2001:db8:7:8::/64");
    }),
  );
});

it("distinguishes all IPv4 addresses", () => {
  fc.assert(fc.property(fc.ipV4(), fc.ipV4(), (a, b) => isIPv4(a) && (networkOf(a) === networkOf(b)) === (a === b)));
});

it("is used by every limiter for addresses", async () => {
  const files = await Promise.all(
    ["app", "lib", "server"].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  for (const file of files.flat().filter((file) => /\.tsx?$/.test(file))) {
    const source = await readFile(file, "utf8");
    for (const [use, key] of source.matchAll(/\.(?:consume|peek|reset|refund)\(([^)]*[aA]ddress[^)]*)\)/g))
      expect(key, `${file}: ${use}`).toMatch(/^\{ address/);
  }
});
