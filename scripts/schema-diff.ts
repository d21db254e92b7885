import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const { CHAR, TEXT } = pg.types.builtins;

const SCHEMA = resolve("prisma/schema.prisma");

/**
 * Returns the SQL that turns the database into what schema.prisma describes, or an empty string if they match. Call it
 * only once per process. It uses Prisma's migration engine as WebAssembly, because Prisma's command line would download
 * a native one.
 */
export async function schemaDiff(databaseUrl: string): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const code = readFileSync(join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();

  const files = [{ path: SCHEMA, content: readFileSync(SCHEMA, "utf8") }];
  const datamodels: [string, string][] = files.map(({ path, content }) => [path, content]);
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogReader(databaseUrl));
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter);
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir: dirname(SCHEMA) },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: true,
    filters: { externalTables: ["public._prisma_sql"], externalEnums: [] },
  });
  return exitCode === 0 ? "" : (stdout ?? "");
}

/** `PrismaPg` with support for the type `"char"`, which the engine reads from Postgres's catalogs. */
class CatalogReader extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver() as pg.Pool;
    const charColumns = new WeakMap<unknown[][], number[]>();

    const query = pool.query.bind(pool) as (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;
    pool.query = (async (config: pg.QueryArrayConfig) => {
      const { fields, ...result } = await query(config);
      const isChar = (field: pg.FieldDef) => field.dataTypeID === CHAR;
      charColumns.set(
        result.rows,
        fields.flatMap((field, column) => (isChar(field) ? [column] : [])),
      );
      return { ...result, fields: fields.map((field) => (isChar(field) ? { ...field, dataTypeID: TEXT } : field)) };
    }) as typeof pool.query;

    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const column of charColumns.get(result.rows) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}
