// Makes lib/clicks/regions.json: the name of each region in English (Unicode's CLDR) and, where that is another, its own
// (ISO 3166-2). The file stands in the repository; run this again after an update of the two packages.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { iso31662 } from "iso-3166";

const file = createRequire(import.meta.url).resolve("cldr-subdivisions-full/subdivisions/en/en.json");

/** The table as text, a line for each region. */
export function regions() {
  const english = JSON.parse(readFileSync(file, "utf8")).subdivisions.localeDisplayNames.subdivisions;
  const lines = iso31662.map(({ code, name }) => {
    // Some carry the mark of a footnote.
    const [own, other] = [name, english[code.replace("-", "").toLowerCase()] ?? name].map((text) =>
      text.replace(/[*¹²³]|\s+\[.*\]$/g, "").trim(),
    );
    const names = other === own ? [own] : [other, own];
    return `  ${JSON.stringify(code)}: [${names.map((text) => JSON.stringify(text)).join(", ")}]`;
  });
  return `{\n${lines.sort().join(",\n")}\n}\n`;
}

if (import.meta.filename === process.argv[1]) writeFileSync("lib/clicks/regions.json", regions());
