import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeMmdb } from "./mmdb";

const flat = (country_code: string, state1: string, city: string) => ({
  ...{ country_code, state1, city },
  ...{ state2: "", postcode: "", latitude: 48.5, longitude: 8.75, timezone: "" },
});

/** Writes a data set like DB-IP's cities in ip-location-db: flat, with regions by name. Its networks are real ones. */
export function writeFlatCities(directory = mkdtempSync(join(tmpdir(), "cities-"))): string {
  const file = join(directory, "dbip-city-ipv4.mmdb");
  writeMmdb(file, {
    type: "city ipv4",
    networks: {
      "185.10.100.0/27": flat("DE", "Bavaria", "Munich (Altstadt-Lehel)"),
      "185.10.100.32/27": flat("DE", "State of Berlin", "Berlin"),
      "185.10.100.64/27": flat("FR", "Ile-de-France", "Paris"),
      "185.10.100.96/27": flat("US", "Illinois", "Springfield"),
      "185.10.100.128/27": flat("US", "Missouri", "Springfield"),
      "185.10.100.160/27": flat("DE", "", ""),
      "185.10.100.192/27": flat("FR", "Land, of nowhere", "Nowhere"),
    },
  });
  return file;
}
