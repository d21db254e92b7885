import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { writeFlatCities } from "../support/city-data";
import { writeMmdb } from "../support/mmdb";

const directory = mkdtempSync(join(tmpdir(), "geography-"));
const flat = writeFlatCities(directory);

/** A file with MaxMind's nested records, also for IPv6 networks. */
const nested = join(directory, "cities.mmdb");
const named = (en: string) => ({ names: { de: `${en}!`, en } });
writeMmdb(nested, {
  type: "GeoLite2-City",
  ipVersion: 6,
  networks: {
    "185.10.100.0/24": {
      city: { geoname_id: 2_867_714, ...named("Munich") },
      country: { iso_code: "DE", ...named("Germany") },
      subdivisions: [{ iso_code: "BY", ...named("Bavaria") }],
    },
    "2a02:db8:1::/48": { country: { iso_code: "SG", ...named("Singapore") }, city: named("Singapore") },
    "2a02:db8:2::/48": { country: { iso_code: "FR" }, subdivisions: [named("Normandy, the")] },
    "2a02:db8:3::/48": { registered_country: { iso_code: "FR" }, city: named("Nowhere") },
  },
});

/** Loads the module with this `GEOIP_DB`. */
async function geographyOf(files: string | undefined) {
  vi.stubEnv("GEOIP_DB", files);
  vi.resetModules();
  return import("@/lib/clicks/classify/geography");
}

afterEach(() => vi.unstubAllEnvs());

test("a flat database names regions, and known ones get their ISO code", async () => {
  const { geography, locateAddress: placeOf } = await geographyOf(flat);
  expect(geography()).toEqual({ hasCities: true, sources: ["dbip"] });
  expect(placeOf("185.10.100.1")).toEqual({ country: "DE", region: "DE-BY", city: "Munich, DE-BY" });
  expect(placeOf("185.10.100.33")).toEqual({ country: "DE", region: "DE-BE", city: "Berlin, DE-BE" });
  expect(placeOf("185.10.100.65")).toEqual({ country: "FR", region: "FR-IDF", city: "Paris, FR-IDF" });
  expect(placeOf("185.10.100.97").city).toBe("Springfield, US-IL");
  expect(placeOf("185.10.100.129").city).toBe("Springfield, US-MO");
  expect(placeOf("185.10.100.161")).toEqual({ country: "DE", region: null, city: null });
  expect(placeOf("185.10.100.193")).toEqual({
    country: "FR",
    region: "FR-Land of nowhere",
    city: "Nowhere, FR-Land of nowhere",
  });
  for (const address of ["203.0.113.1", "127.0.0.1", "::1", "2a02:db8:1::1", "fe80::1%eth0", "", "nonsense"])
    expect(placeOf(address)).toEqual({ country: null, region: null, city: null });
});

test("a nested database has codes, and names without a code", async () => {
  const { geography, locateAddress: placeOf } = await geographyOf(nested);
  expect(geography()).toEqual({ hasCities: true, sources: ["geolite"] });
  expect(placeOf("185.10.100.1")).toEqual({ country: "DE", region: "DE-BY", city: "Munich, DE-BY" });
  expect(placeOf("2a02:db8:1::1")).toEqual({ country: "SG", region: null, city: "Singapore, SG" });
  expect(placeOf("2a02:db8:2::1")).toEqual({ country: "FR", region: "FR-Normandy the", city: null });
  expect(placeOf("2a02:db8:3::1")).toEqual({ country: null, region: null, city: null });
});

test("several databases are used one after the other", async () => {
  const { geography, locateAddress: placeOf } = await geographyOf(`${flat}, ${nested}`);
  expect(geography()).toEqual({ hasCities: true, sources: ["dbip", "geolite"] });
  expect(placeOf("185.10.100.65").city).toBe("Paris, FR-IDF");
  expect(placeOf("2a02:db8:1::1").city).toBe("Singapore, SG");
});

test("the included database knows no cities, and needs no attribution", async () => {
  const { geography, locateAddress: placeOf } = await geographyOf(undefined);
  expect(geography()).toEqual({ hasCities: false, sources: [] });
  expect(placeOf("8.8.8.8")).toEqual({ country: "US", region: null, city: null });
});

describe("an invalid database", () => {
  it.each([
    ["is not there", join(directory, "absent.mmdb"), /no such file/],
    ["is a folder", directory, /illegal operation on a directory/],
    ["is empty", join(directory, "empty.mmdb"), /./],
    ["is something else", join(directory, "text.mmdb"), /./],
    ["is the second of two", `${flat},${join(directory, "absent.mmdb")}`, /absent/],
  ])("%s", async (_, files, message) => {
    writeFileSync(join(directory, "empty.mmdb"), "");
    writeFileSync(join(directory, "text.mmdb"), "no data".repeat(1_000));
    const { openGeoData } = await geographyOf(undefined);
    expect(() => openGeoData(files)).toThrow(message);
  });
});

test("all threads of a process share one copy", async () => {
  const { locateAddress: placeOf } = await geographyOf(nested);
  expect(placeOf("2a02:db8:1::1").country).toBe("SG");
  const worker = new Worker(
    `const { getEnvironmentData, parentPort } = require("node:worker_threads");
     const shared = getEnvironmentData(${JSON.stringify(`signpost:geo:${nested}`)});
     new Uint8Array(shared)[0] = 255;
     parentPort.postMessage(shared.byteLength);`,
    { eval: true },
  );
  const size = await new Promise((done) => worker.once("message", done));
  await worker.terminate();
  expect(size).toBeGreaterThan(0);
  // The tree's first node has changed since.
  expect(placeOf("2a02:db8:1::1").country).toBeNull();
});
