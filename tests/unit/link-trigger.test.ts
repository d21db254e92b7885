import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/pool");

const counters = ["importedClicks", "clickLimitUsed"];
/** The rotator's own, which another trigger announces. */
const elsewhere = ["campaignWeight"];
/** Set by a trigger of its own, when one of the others changes. */
const derived = ["updatedAt"];

test("a change to any column of a link but its counters is announced to the caches", async () => {
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'link_changed'",
  );
  const [, announced] = / UPDATE OF (.+?) ON /.exec(rows[0]?.definition ?? "") ?? [];
  const columns = Object.values(Prisma.LinkScalarFieldEnum)
    .filter((field) => ![...counters, ...elsewhere, ...derived].includes(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(announced?.match(/\w+/g)?.toSorted()).toEqual(columns.toSorted());
});
