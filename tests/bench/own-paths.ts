import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright";
import type { TestServer } from "../support/server";

/** The addresses of all pages in `app`; of those of one entry, of the first in its list. */
export async function ownPaths({ url }: Pick<TestServer, "url">, { request }: BrowserContext): Promise<string[]> {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("page.tsx"));
  const patterns = files.map((file) => join("/", file, "..").replaceAll(/\/\([^)]+\)/g, "") || "/").sort();
  const paths: string[] = [];
  for (const pattern of patterns) {
    const [list = "", rest] = pattern.split("/[id]");
    if (rest === undefined) {
      // The reference's longest page stands for all; the others take what was sent by mail.
      if (pattern === "/docs/[resource]") paths.push("/docs/links");
      else if (!pattern.includes("[")) paths.push(pattern);
      continue;
    }
    const id = new RegExp(`href="${list}/(\\d+)`).exec(await (await request.get(url + list)).text())?.[1];
    if (id) paths.push(`${list}/${id}${rest}`);
    else console.error(`${pattern} is not measured: nothing is in its list.`);
  }
  return paths;
}
