import { expect, test } from "vitest";
import { regionByName, regionChoices, regionName } from "@/lib/clicks/classify/regions";

// The names in DB-IP's data set of June 2026.
test.each([
  ["DE", "State of Berlin", "DE-BE"],
  ["DE", "Free and Hanseatic City of Hamburg", "DE-HH"],
  ["DE", "Baden-Wurttemberg", "DE-BW"],
  ["DE", "Bavaria", "DE-BY"],
  ["NL", "North Holland", "NL-NH"],
  ["FR", "Ile-de-France", "FR-IDF"],
  ["US", "District of Columbia", "US-DC"],
  ["GB", "England", "GB-ENG"],
  ["JP", "Tokyo", "JP-13"],
  ["PL", "Lodz Voivodeship", "PL-10"],
  ["ES", "Castille and Leon", "ES-Castille and Leon"],
  ["US", "Bavaria", "US-Bavaria"],
])("%s, %s is %s", (country, name, region) => expect(regionByName(country, name)).toBe(region));

test("a region has its local name in its language, and an English one otherwise", () => {
  expect([regionName("DE-BY", "de"), regionName("DE-BY", "en"), regionName("AT-9", "de")]).toEqual([
    "Bayern",
    "Bavaria",
    "Wien",
  ]);
  expect(regionName("FR-New Aquitaine", "de")).toBe("New Aquitaine");
});

test("all regions can be chosen, including those with only a name", () => {
  const choices = regionChoices(["FR-New Aquitaine", "DE-BY"], (code) => ({ DE: "Deutschland" })[code] ?? code, "de");
  expect(choices.length).toBeGreaterThan(5_000);
  expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  expect(choices).toContainEqual({ value: "DE-BY", label: "Bayern, Deutschland" });
  expect(choices).toContainEqual({ value: "FR-New Aquitaine", label: "New Aquitaine, FR" });
});
