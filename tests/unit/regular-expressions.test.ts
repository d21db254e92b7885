import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { parse } from "acorn";
import { simple } from "acorn-walk";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "@/lib/contract/zod";
import { allTests } from "../support/tier";

/** Every regular expression in the server's code, by its text. */
function expressions(): Map<string, { pattern: string; flags: string; file: string }> {
  const found = new Map();
  for (const folder of ["lib", "app", "server"]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = join(folder, name);
      const loader = name.endsWith("x") ? "tsx" : "ts";
      const { code } = transformSync(readFileSync(file, "utf8"), { loader, format: "esm", jsx: "automatic" });
      simple(parse(code, { ecmaVersion: "latest", sourceType: "module" }), {
        Literal({ regex }) {
          if (regex) found.set(`/${regex.pattern}/${regex.flags}`, { ...regex, file });
        },
      });
    }
  }
  // The expressions of zod's formats that our schemas use.
  for (const [name, format] of Object.entries({ email: z.regexes.email, uuid: z.regexes.uuid() })) {
    found.set(String(format), { pattern: format.source, flags: format.flags, file: `zod: ${name}` });
  }
  return found;
}

/** Parts of texts: those in the expression, and those that many expressions treat specially. */
function piecesOf(pattern: string): string[] {
  const literal = pattern
    .replace(/\\[pP]\{\w+\}|\\[dDwWsSbB]|[[\]()*+?|^$]/g, " ")
    .split(/\s+/)
    .map((piece) => piece.replace(/\\(.)/g, "$1"))
    .filter((piece) => piece.length > 0 && piece.length < 20);
  return [...new Set([...literal, ..." aA0\t\n-_.:/@,;='%<({[]})\\é"])];
}

const length = 20_000;

/** The processor time of the expression for a text, because the machine is shared. */
function milliseconds(run: vm.Script, context: vm.Context, text: string): number {
  context.text = text;
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > slowMs; tries++) {
    const startedAt = process.cpuUsage();
    // An exponential one would never end: a run that is cut off was too slow.
    try {
      run.runInContext(context, { timeout: 2_000 });
    } catch {
      continue;
    }
    const { user, system } = process.cpuUsage(startedAt);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

// A linear expression takes a tenth of a millisecond for such a text, a quadratic one hundreds.
const slowMs = 100;

describe("a regular expression takes time in proportion to the text", () => {
  const all = expressions();

  it("in all of the server's code", () => {
    expect(all.size).toBeGreaterThan(100);
  });

  it.each([...all])("%s", (_, { pattern, flags, file }) => {
    const context = vm.createContext({ text: "" });
    // `replace` and `matchAll` continue after every match, `test` at every character that does not match.
    const script = new vm.Script(`text.replace(/${pattern}/${flags.replace(/[gy]/g, "")}g, "")`);
    const piece = fc.constantFrom(...piecesOf(pattern));
    const text = fc
      .tuple(
        fc.array(piece, { maxLength: 3 }),
        fc.array(piece, { minLength: 1, maxLength: 2 }),
        fc.constantFrom("", "\0", "!"),
      )
      .map(([before, repeated, after]) => {
        const pump = repeated.join("");
        return `${before.join("")}${pump.repeat(Math.ceil(length / pump.length))}${after}`;
      });
    fc.assert(
      fc.property(text, (sent) => {
        expect([file, sent.slice(0, 60), milliseconds(script, context, sent) < slowMs]).toEqual([
          file,
          sent.slice(0, 60),
          true,
        ]);
      }),
      { numRuns: allTests ? 100 : 30 },
    );
  });
});

it("is never made from a user's text", () => {
  const made = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && /new RegExp\(|\bRegExp\(/.test(readFileSync(join("lib", name), "utf8")))
    .sort();
  // Each is made of constants: the shape and name of a cookie, the shape of a click's ID, labels of hosts, forms of dates,
  // paths of apps and pages, and characters of aliases, whose length is bounded first. The exception is a token, each
  // character of which is written as a number.
  expect(made).toEqual([
    "auth/devices.ts",
    "auth/next-path.ts",
    "clicks/classify/click-id.ts",
    "contract/alias.ts",
    "contract/read-date.ts",
    "contract/url.ts",
    "platform/network/request-target.ts",
    "resources/domains/schema.ts",
    "resources/forwardings/kinds/masked-token.ts",
    "resources/imports/entry-reader.ts",
    "resources/links/known-apps.ts",
    "visits/links/password-cookie.ts",
  ]);
});
