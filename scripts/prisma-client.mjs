import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { getDMMF } from "@prisma/get-dmmf";

// Node cannot load the ES module of this package, because that imports a folder.
const require = createRequire(import.meta.url);
const generatorPath = require.resolve("@prisma/client-generator-ts");
const { PrismaClientTsGenerator } = require(generatorPath);
const { enginesVersion } = createRequire(generatorPath)("@prisma/engines-version");

const schemaPath = "prisma/schema.prisma";

/** A value of the schema, in the form that Prisma's generators expect. */
const literal = (/** @type {string} */ value) => ({ value, fromEnvVar: null });

/**
 * Writes Prisma's client into a folder, as `prisma generate` does. That command takes 234 MB of packages and downloads an
 * engine that generating does not use, so only `npm run check` runs it, and compares the clients. Throws an error that
 * names the line if the schema is wrong.
 */
export async function generatePrismaClient(/** @type {string} */ folder) {
  const datamodel = readFileSync(schemaPath, "utf8");
  const dmmf = getDMMF({ datamodel: [[schemaPath, datamodel]] });
  if ("error" in dmmf) throw dmmf.error;
  rmSync(folder, { recursive: true, force: true });
  await new PrismaClientTsGenerator().generate({
    generator: {
      name: "client",
      provider: literal("prisma-client"),
      output: literal(resolve(folder)),
      // As in the schema.
      config: { compilerBuild: "small" },
      binaryTargets: [],
      previewFeatures: [],
      sourceFilePath: schemaPath,
    },
    otherGenerators: [],
    schemaPath,
    datamodel,
    dmmf,
    datasources: [
      {
        name: "db",
        provider: "postgresql",
        activeProvider: "postgresql",
        url: literal(""),
        schemas: [],
        sourceFilePath: schemaPath,
      },
    ],
    version: enginesVersion,
  });
}
