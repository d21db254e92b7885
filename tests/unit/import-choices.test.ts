import { describe, expect, it } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import type { TakenChoice } from "@/lib/resources/imports/format/schema";
import type { ImportOutcome } from "@/lib/resources/imports/outcomes";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";
import { eventually } from "../support/wait";

await startDatabase();
const { seed } = await import("@/prisma/seed");
await seed();
const { db } = await import("@/lib/platform/database/db");
const imports = await import("@/lib/resources/imports/service");
const { firstValues } = await import("@/lib/resources/imports/service");
const { startImportInput } = await import("@/lib/resources/imports/format/schema");
const { listAudit } = await import("@/lib/resources/audit/service");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { getLink } = await import("@/lib/resources/links/service");
const { undoChange } = await import("@/lib/resources/links/bulk/undo");
const { parse } = await import("@/lib/contract/parse");
const { createLinkBody, updateLinkBody } = await import("@/lib/resources/links/schema");

type Actor = Awaited<ReturnType<typeof proActor>>;
const page = { page: 1, limit: 100 };

const made = (who: Actor, custom: string, more: object = {}) =>
  createLink(who, parse(createLinkBody, { url: `https://example.com/${custom}`, custom, ...more }));

async function* bytes(text: string) {
  yield Buffer.from(text);
}
const bringIn = (who: Actor, ...lines: string[]) =>
  imports.createImport(who, { fileName: "links.csv" }, bytes(`${lines.join("\n")}\n`));

async function run(who: Actor, id: number, choice: TakenChoice) {
  await imports.startImport(who, id, choice);
  return eventually(async () => {
    const state = await imports.importState(who, id);
    expect(state.import.status).toBe("done");
    return state.counts;
  });
}

const messagesOf = async (who: Actor, id: number, outcome: ImportOutcome) =>
  (await imports.importRows(who, id, outcome, page)).rows.map(
    ({ message }) => message && storedRefusalIn("en", message),
  );

/** The entry of an import in the audit log. */
async function entryOf(who: Actor) {
  const { rows } = await listAudit(who, {}, page);
  const entry = rows.find(({ operation }) => operation === "import");
  if (!entry) throw new Error("no entry");
  return entry;
}

const header = "alias,url,title,note";
let accounts = 0;

/** An account with two links, a link of another account, and a file with the aliases of all three. */
async function scene() {
  const [mine, other] = [await proActor(), await proActor()];
  const n = ++accounts;
  const one = await made(mine, `one-${n}`, { title: "One", description: "Kept", clicklimit: 9 });
  const two = await made(mine, `two-${n}`);
  const theirs = await made(other, `theirs-${n}`);
  const file = [
    header,
    `ONE-${n},https://example.org/1,New title,`,
    `two-${n},https://example.org/2,,Text`,
    `two-${n},https://example.org/again,,`,
    `theirs-${n},https://example.org/3,,`,
    `new-${n},https://example.org/4,,`,
  ];
  return { mine, other, one, two, theirs, n, id: (await bringIn(mine, ...file)).id };
}

describe("aliases that exist already", () => {
  it("are counted before the import starts: one's own, those of others, and repeated ones", async () => {
    const { mine, n, id } = await scene();
    const { counts } = await imports.importState(mine, id);
    expect(counts).toMatchObject({ ready: 1, own: 2, taken: 1, repeated: 1 });
    expect(await messagesOf(mine, id, "own")).toEqual([
      expect.stringContaining(`With a new alias it becomes “ONE-${n}-2”`),
      expect.stringContaining(`With a new alias it becomes “two-${n}-2”`),
    ]);
  });

  it("are skipped", async () => {
    const { mine, one, id } = await scene();
    expect(await run(mine, id, "skip")).toMatchObject({ created: 1, left: 3, repeated: 1, overwritten: 0 });
    expect(await getLink(mine, one.id)).toMatchObject({ destination: one.destination });
  });

  it("get a number, the next one that no link and no other line has", async () => {
    const mine = await proActor();
    for (const alias of ["spring", "spring-2", "fall", "cold"]) await made(mine, alias);
    const { id } = await bringIn(
      mine,
      "alias,url",
      "spring,https://example.org/1",
      "fall,https://example.org/2",
      "cold,https://example.org/3",
      "spring-3,https://example.org/4",
      // More lines than are checked at once.
      ...Array.from({ length: 1_000 }, () => ",https://example.com/"),
      "fall-2,https://example.org/5",
    );
    expect(await run(mine, id, "suffix")).toMatchObject({ renamed: 3, created: 1_002 });
    const found = await db.link.findMany({ where: { userId: mine.userId, destination: { contains: "example.org" } } });
    const aliasOf = (end: string) => found.find(({ destination }) => destination.endsWith(end))?.alias;
    expect(["/1", "/3", "/4", "/5"].map(aliasOf)).toEqual(["spring-4", "cold-2", "spring-3", "fall-2"]);
    expect(aliasOf("/2")).toMatch(/^\w{7}$/);
  });

  it("are overwritten only if they are one's own, and keep what the file does not name", async () => {
    const { mine, other, one, two, theirs, id } = await scene();
    const counts = await run(mine, id, "overwrite");
    expect(counts).toMatchObject({ created: 1, overwritten: 2, left: 1, repeated: 1, own: 0, taken: 0 });
    expect(await getLink(mine, one.id)).toMatchObject({
      ...{ alias: one.alias, destination: "https://example.org/1", title: "New title" },
      ...{ description: "Kept", clickLimit: 9 },
    });
    // The first of two lines with the same alias counts.
    expect(await getLink(mine, two.id)).toMatchObject({ destination: "https://example.org/2", description: "Text" });
    expect(await getLink(other, theirs.id)).toMatchObject({ destination: theirs.destination });
  });

  it("are restored as a whole from the audit log", async () => {
    const { mine, other, one, two, id } = await scene();
    await run(mine, id, "overwrite");
    const { undo } = await entryOf(mine);
    await expect(undoChange(other, undo ?? 0)).rejects.toMatchObject({ code: "undo_gone" });
    expect(await undoChange(mine, undo ?? 0)).toMatchObject({ undone: 2, left: 0 });
    expect(await getLink(mine, one.id)).toMatchObject({
      destination: one.destination,
      title: "One",
      description: "Kept",
    });
    expect(await getLink(mine, two.id)).toMatchObject({ destination: two.destination, description: "" });
    await expect(undoChange(mine, undo ?? 0)).rejects.toMatchObject({ code: "undo_gone" });
  });

  it("are restored except one that was changed since", async () => {
    const { mine, one, two, id } = await scene();
    await run(mine, id, "overwrite");
    await updateLink(mine, two.id, parse(updateLinkBody, { url: "https://example.net/" }));
    const { undo } = await entryOf(mine);
    expect(await undoChange(mine, undo ?? 0)).toMatchObject({
      undone: 1,
      refusals: [{ id: two.id, why: { code: "undo_link_changed" } }],
    });
    expect(await getLink(mine, one.id)).toMatchObject({ destination: one.destination, title: "One" });
    expect(await getLink(mine, two.id)).toMatchObject({ destination: "https://example.net/" });
  });

  it("need no room in the plan to be overwritten, but a link that was deleted meanwhile is left out", async () => {
    const { mine, one, id } = await scene();
    await db.link.delete({ where: { id: one.id } });
    const { limits: all } = await db.plan.findUniqueOrThrow({ where: { name: "Pro" } });
    const limits = { ...(all as object), links: 1 };
    const plan = await db.plan.create({ data: { name: `Small ${accounts}`, limits } });
    await db.user.update({ where: { id: mine.userId }, data: { planId: plan.id } });
    expect(await run(mine, id, "overwrite")).toMatchObject({ overwritten: 1, created: 0, left: 3 });
    expect(await messagesOf(mine, id, "left")).toContainEqual(expect.stringContaining("was deleted or changed"));
  });

  it("are treated as last time by default", async () => {
    const { mine, other, id } = await scene();
    expect(await imports.rememberedChoice(mine)).toBe("skip");
    await run(mine, id, "overwrite");
    expect(await imports.rememberedChoice(mine)).toBe("overwrite");
    expect(await imports.rememberedChoice(other)).toBe("skip");
    const next = await bringIn(mine, header, ",https://example.org/5,,");
    expect(await imports.rememberedChoice(mine), "before it is started").toBe("overwrite");
    await run(mine, next.id, "suffix");
    expect(await imports.rememberedChoice(mine)).toBe("suffix");
  });

  it.each([{ id: 1 }, { id: 1, taken: "rename" }, { id: 1, taken: "" }])("need a known choice: %o", (input) => {
    expect(() => parse(startImportInput, input)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path: "taken" })] }),
    );
  });
});

describe("the first rows", () => {
  it("are shown by column, shortened, and only to the account", async () => {
    const [mine, other] = [await proActor(), await proActor()];
    const { id } = await bringIn(
      mine,
      "url,odd,empty,__proto__",
      `https://example.org/1,${"x".repeat(100)},,a`,
      "https://example.org/2,second,,",
      "https://example.org/3,third,,",
      "https://example.org/4,fourth,,",
    );
    const values = await firstValues(mine, id);
    expect(values).toMatchObject({
      url: ["https://example.org/1", "https://example.org/2", "https://example.org/3"],
      odd: [`${"x".repeat(60)}…`, "second", "third"],
    });
    expect(Object.keys(values)).not.toContain("empty");
    await expect(firstValues(other, id)).rejects.toMatchObject({ kind: "not_found" });
  });
});
