// Compresses each static file of the pages once, as small as possible, instead of once for every browser.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const folder = ".next/static";
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css|svg)$/.test(file));
await Promise.all(
  files.map(async (file) => {
    const path = join(folder, file);
    const content = await readFile(path);
    await writeFile(`${path}.br`, await brotli(content));
    await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
  }),
);
