import { readFileSync } from "node:fs";
import type { ServerAddress } from "./server";

/** A server action, as the build names it. */
export interface Action {
  /** the function's name and its file: names alone are not unique */
  name: string;
  id: string;
  /** an address whose page uses it */
  path: string;
}

interface Manifest {
  node: Record<string, { exportedName: string; filename: string; workers: Record<string, unknown> }>;
}

/** All server actions of the build that the test servers run. */
export function serverActions(): Action[] {
  const { node } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
  return Object.entries(node)
    .map(([id, { exportedName, filename, workers }]) => ({
      id,
      name: `${exportedName} of ${filename}`,
      path: addressOf(Object.keys(workers)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `app/(site)/login/page` as `/login`; of several pages, the one with the fewest parameters. */
function addressOf(pages: string[]): string {
  const places = (page: string) => page.split("[").length;
  const [page = ""] = [...pages].sort((a, b) => places(a) - places(b) || (a < b ? -1 : 1));
  return page
    .replace(/^app/, "")
    .replace(/\/\([^)]*\)/g, "")
    .replace(/\/page$/, "")
    .replace(/\[[^\]]*\]/g, "1");
}

/** A form as React's scripts send it; `$K1` in `list` marks its place among the arguments. */
export function formArguments(fields: [string, unknown][], list = ["$undefined", "$K1"]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(`_1_${name}`, String(value));
  form.append("0", JSON.stringify(list));
  return form;
}

export interface ActionAnswer {
  status: number;
  /** what the action returned; undefined if it threw or redirected */
  result: unknown;
  text: string;
  headers: Headers;
}

/** Calls an action as the pages' scripts do. `args` is JSON text: a list of the arguments. */
export async function callAction(
  server: Pick<ServerAddress, "url">,
  action: Action,
  args: string | FormData,
  headers: Record<string, string> = {},
): Promise<ActionAnswer> {
  const response = await fetch(server.url + action.path, {
    method: "POST",
    headers: {
      "next-action": action.id,
      origin: server.url,
      accept: "text/x-component",
      ...(typeof args === "string" && { "content-type": "text/plain;charset=UTF-8" }),
      ...headers,
    },
    body: args,
    redirect: "manual",
    signal: AbortSignal.timeout(100_000),
  });
  const text = await response.text();
  return { status: response.status, result: resultIn(text), text, headers: response.headers };
}

/** React's stream has one row a line: the first names the row with the action's result. */
function resultIn(text: string): unknown {
  const rows = new Map(
    text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
  const reference = /"a":"\$@(\w+)"/.exec(rows.get("0") ?? "")?.[1];
  if (reference === undefined) return undefined;
  // Long texts come before it, in separate rows that do not end with a line break.
  const start = text.lastIndexOf(`${reference}:{`);
  const row = rows.get(reference) ?? text.slice(start + reference.length + 1).split("\n")[0];
  return row?.startsWith("{") || row?.startsWith('"') ? JSON.parse(row) : undefined;
}
