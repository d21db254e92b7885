import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { type CityResponse, Reader } from "maxmind";
import { env } from "@/lib/platform/env";
import { embeddedIn, isPublicAddress } from "@/lib/platform/public-address";
import { regionByName } from "./regions";

/** Where an address is used, as far as it is known. */
export interface Place {
  /** an ISO 3166 code */
  country: string | null;
  /** an ISO 3166-2 code, `DE-BY`; or the country's and a name, where it has none that is known */
  region: string | null;
  /** its name and region, or the country where that is not known: `Munich, DE-BY` */
  city: string | null;
}

/** What is known of places, and by whose data, which must be named where it is shown. */
export interface Geography {
  hasCities: boolean;
  sources: ("dbip" | "geolite")[];
}

interface GeoData extends Geography {
  readers: { get(address: string): Found | null }[];
}

/** MaxMind's own data sets nest what is said of a place; those of ip-location-db are flat. */
interface Found {
  country_code?: string;
  country?: { iso_code?: string };
  state1?: string;
  subdivisions?: { iso_code?: string; names?: { en?: string } }[];
  city?: string | { names?: { en?: string } };
}

// By path, because Next's bundler takes a data file that is resolved like a module for code.
const BUNDLED = resolve("node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");

/** What is said of places stands behind many networks: so many parts of it are not read anew. */
const KEPT = 10_000;

const NOWHERE: Place = { country: null, region: null, city: null };

let opened: GeoData | undefined;

/** Reads the data sets, once for all threads of the process at the first call. Throws where one is none. */
const data = () => {
  opened ??= openGeoData(env.GEOIP_DB ?? BUNDLED);
  return opened;
};

export function openGeoData(files: string): GeoData {
  const sets = files.split(",").map((file) => {
    const reader = new Reader<CityResponse>(bytesOf(file.trim()), { cache: new LRUCache({ max: KEPT }) });
    const { databaseType, description } = reader.metadata;
    return { reader, kind: databaseType, names: `${file} ${databaseType} ${Object.values(description ?? {})}` };
  });
  const isOf = (name: RegExp) => sets.some(({ names }) => name.test(names));
  return {
    readers: sets.map(({ reader }) => reader),
    hasCities: sets.some(({ kind }) => /city|location|enterprise/i.test(kind)),
    sources: [...(isOf(/db-?ip/i) ? ["dbip" as const] : []), ...(isOf(/geolite/i) ? ["geolite" as const] : [])],
  };
}

/** A data set of cities has more than a hundred megabytes: the threads of a process share it. */
function bytesOf(file: string): Buffer {
  const key = `signpost:geo:${file}`;
  const shared = getEnvironmentData(key);
  if (shared instanceof SharedArrayBuffer) return Buffer.from(shared);
  const descriptor = openSync(/* turbopackIgnore: true */ file, "r");
  try {
    const bytes = new SharedArrayBuffer(fstatSync(descriptor).size);
    for (let at = 0; at < bytes.byteLength; ) {
      const read = readSync(descriptor, Buffer.from(bytes), at, bytes.byteLength - at, at);
      if (read === 0) throw new Error("it was cut while it was read");
      at += read;
    }
    setEnvironmentData(key, bytes);
    return Buffer.from(bytes);
  } finally {
    closeSync(descriptor);
  }
}

export function geography(): Geography {
  const { hasCities, sources } = data();
  return { hasCities, sources };
}

/**
 * Where an IP address is used. Some microseconds: what decides about a visitor asks only where a rule wants to know. Data sets
 * of countries say who a network was assigned to or by, private and reserved ones too, but nobody visits from there.
 */
export function placeOf(address: string): Place {
  const { readers } = data();
  if (!isPublicAddress(address)) return NOWHERE;
  try {
    for (const reader of readers) {
      const found: Found | null = reader.get(embeddedIn(address) ?? address);
      if (found) return placesIn.get(found) ?? placeIn(found);
    }
  } catch {
    // Not an address.
  }
  return NOWHERE;
}

/** The data set's own copies, as long as it keeps them. */
const placesIn = new WeakMap<Found, Place>();

function placeIn(found: Found): Place {
  const place = readPlace(found);
  placesIn.set(found, place);
  return place;
}

function readPlace({ country_code, country: nested, state1, subdivisions, city }: Found): Place {
  const country = country_code ?? nested?.iso_code ?? "";
  if (!/^[A-Z]{2}$/.test(country)) return NOWHERE;
  const region = regionOf(country, state1, subdivisions?.[0]);
  // A part of a city is called `Berlin (Bezirk Mitte)`.
  const name = (typeof city === "string" ? city : city?.names?.en)?.replace(/ \(.*$/, "");
  return { country, region, city: name ? `${name}, ${region ?? country}` : null };
}

function regionOf(
  country: string,
  state: string | undefined,
  subdivision: { iso_code?: string; names?: { en?: string } } | undefined,
) {
  if (subdivision?.iso_code) return `${country}-${subdivision.iso_code}`;
  const name = state || subdivision?.names?.en;
  return name ? regionByName(country, name) : null;
}
