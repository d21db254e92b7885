import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { prismaProblems } from "../../scripts/check-prisma.mjs";

const schema = await readFile("prisma/schema.prisma", "utf8");
const folder = await mkdtemp(join(tmpdir(), "signpost-prisma-"));
afterAll(() => rm(folder, { recursive: true }));

const problemsOf = async (text: string) => {
  const file = join(folder, "schema.prisma");
  await writeFile(file, text);
  return prismaProblems(file, "generated/prisma");
};

it("finds a client that differs from the one of `prisma generate`", async () => {
  expect(await problemsOf(schema)).toEqual([]);
  const client = join(folder, "client");
  await cp("generated/prisma", client, { recursive: true });
  await writeFile(join(client, "models/Plan.ts"), "");
  await rm(join(client, "models/User.ts"));
  expect(await prismaProblems("prisma/schema.prisma", client)).toEqual([
    expect.stringContaining("models/Plan.ts"),
    expect.stringContaining("models/User.ts"),
  ]);
});

it("finds a schema that is wrong or not formatted, and leaves it as it is", async () => {
  expect(await problemsOf(schema.replace("model Plan {", "model Plan {\n  kind Kind"))).toEqual([
    expect.stringContaining("Kind"),
  ]);
  const unformatted = schema.replace("  free          Boolean", "  free Boolean");
  expect(unformatted).not.toBe(schema);
  expect((await problemsOf(unformatted))[0]).toContain("not formatted");
  expect(await readFile(join(folder, "schema.prisma"), "utf8")).toBe(unformatted);
});
