import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { iso31662 } from "iso-3166";

const file = createRequire(import.meta.url).resolve("cldr-subdivisions-full/subdivisions/en/en.json");

/** Returns as JSON the name of each region in English (Unicode's CLDR) and, if it differs, its local name (ISO 3166-2). */
export function regions() {
  const english = JSON.parse(readFileSync(file, "utf8")).subdivisions.localeDisplayNames.subdivisions;
  const lines = iso31662.map(({ code, name }) => {
    // Some names have a footnote mark.
    const [own, other] = [name, english[code.replace("-", "").toLowerCase()] ?? name].map((text) =>
      text.replace(/[*¹²³]|\s+\[.*\]$/g, "").trim(),
    );
    const names = other === own ? [own] : [other, own];
    return `  ${JSON.stringify(code)}: [${names.map((text) => JSON.stringify(text)).join(", ")}]`;
  });
  return `{\n${lines.sort().join(",\n")}\n}\n`;
}
