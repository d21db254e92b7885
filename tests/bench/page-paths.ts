import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright";
import type { TestServer } from "../support/server";

/** The addresses of all pages in `app`. A page about one item stands for its list's first item. */
export async function pagePaths({ url }: Pick<TestServer, "url">, { request }: BrowserContext): Promise<string[]> {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("page.tsx"));
  const patterns = files.map((file) => join("/", file, "..").replaceAll(/\/\([^)]+\)/g, "") || "/").sort();
  const paths: string[] = [];
  for (const pattern of patterns) {
    const [list = "", rest] = pattern.split("/[id]");
    if (rest === undefined) {
      // The longest page of the reference is used for all; other such pages need a token from a mail.
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
