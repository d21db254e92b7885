import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { type CityResponse, Reader } from "maxmind";
import { env } from "@/lib/platform/env";
import { embeddedIPv4, isPublicAddress } from "@/lib/platform/network/public-address";
import { regionByName } from "./regions";

/** The known location of an IP address. */
export interface Place {
  /** an ISO 3166 code */
  country: string | null;
  /** an ISO 3166-2 code such as `DE-BY`; or the country's code and a name, if no code is known */
  region: string | null;
  /** its name with the region, or with the country if the region is unknown: `Munich, DE-BY` */
  city: string | null;
}

/** The places that can be determined, and the data sets used. Pages that show places must credit the data sets. */
export interface Geography {
  hasCities: boolean;
  sources: ("dbip" | "geolite")[];
}

interface GeoData extends Geography {
  readers: { get(address: string): Found | null }[];
}

/** MaxMind's data sets nest the fields of a place; those of ip-location-db are flat. */
interface Found {
  country_code?: string;
  country?: { iso_code?: string };
  state1?: string;
  subdivisions?: { iso_code?: string; names?: { en?: string } }[];
  city?: string | { names?: { en?: string } };
}

// Resolved by path, because Next's bundler treats a data file that is resolved like a module as code.
const BUNDLED = resolve("node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");

/** Size of the reader's cache: many networks share the record of a place. */
const KEPT = 10_000;

const NOWHERE: Place = { country: null, region: null, city: null };

let opened: GeoData | undefined;

/** Reads the data sets at the first call, once for all threads of the process. Throws if a file is not a data set. */
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

/** A data set of cities has more than a hundred megabytes, so the threads of a process share it. */
function bytesOf(file: string): Buffer {
  const key = `signpost:geo:${file}`;
  const shared = getEnvironmentData(key);
  if (shared instanceof SharedArrayBuffer) return Buffer.from(shared);
  const descriptor = openSync(/* turbopackIgnore: true */ file, "r");
  try {
    const bytes = new SharedArrayBuffer(fstatSync(descriptor).size);
    for (let at = 0; at < bytes.byteLength; ) {
      const read = readSync(descriptor, Buffer.from(bytes), at, bytes.byteLength - at, at);
      if (read === 0) throw new Error("the file became shorter while it was read");
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
 * Returns where an IP address is used. It takes microseconds, so the redirect only calls it if a rule needs the place.
 * Data sets of countries also assign private and reserved networks to their registrar's country, but no visitor comes
 * from there.
 */
export function locateAddress(address: string): Place {
  const { readers } = data();
  if (!isPublicAddress(address)) return NOWHERE;
  try {
    for (const reader of readers) {
      const found: Found | null = reader.get(embeddedIPv4(address) ?? address);
      if (found) return placesIn.get(found) ?? placeIn(found);
    }
  } catch {
    // It is not an address.
  }
  return NOWHERE;
}

/** Keyed by the data set's own objects, for as long as it caches them. */
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
  // A part of a city is written `Berlin (Bezirk Mitte)`.
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
