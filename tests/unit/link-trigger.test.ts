import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";

const counters = ["clicks", "uniqueClicks", "importedClicks", "clickLimitUsed"];
/** The rotator's own, which another trigger announces. */
const elsewhere = ["campaignWeight"];
/** Set by a trigger of its own, when one of the others changes. */
const derived = ["updatedAt"];

test("a change to any column of a link but its counters is announced to the caches", () => {
  const sql = readFileSync("prisma/sql/notifications.sql", "utf8");
  const [, announced] = /TRIGGER "link_changed"[^;]+? UPDATE OF([^;]+?)ON "links"/.exec(sql) ?? [];
  const columns = Object.values(Prisma.LinkScalarFieldEnum)
    .filter((field) => ![...counters, ...elsewhere, ...derived].includes(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(announced?.match(/\w+/g)?.toSorted()).toEqual(columns.toSorted());
});
