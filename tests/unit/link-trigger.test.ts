import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";

const counters = ["clicks", "uniqueClicks", "importedClicks", "clickLimitUsed"];
/** The rotator's own, which another trigger announces. */
const elsewhere = ["campaignWeight"];

test("a change to any column of a link but its counters is announced to the caches", () => {
  const migrations = readdirSync("prisma/migrations", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sql = migrations.map(({ name }) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")).join("\n");
  const announced = [
    ...sql.matchAll(/CREATE (?:OR REPLACE )?TRIGGER "link_changed"[^;]+? UPDATE OF([^;]+?)ON "links"/g),
  ]
    .at(-1)?.[1]
    ?.match(/\w+/g);
  const columns = Object.values(Prisma.LinkScalarFieldEnum)
    .filter((field) => ![...counters, ...elsewhere].includes(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(announced?.toSorted()).toEqual(columns.toSorted());
});
