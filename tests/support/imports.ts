import { decodeHTML } from "entities";
import type { ServerAddress } from "./server";
import { eventually } from "./wait";

type Sent = Record<string, string>;

/** Uploads a file of links with the page's form, without JavaScript. Returns the answer. */
export function upload(
  { url }: Pick<ServerAddress, "url">,
  cookie: string,
  file: string,
  { headers = {}, fields = {}, name = "links.csv" }: { headers?: Sent; fields?: Sent; name?: string } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("file", new File([file], name));
  return fetch(`${url}/dashboard/import/upload`, {
    method: "POST",
    headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
    body,
    redirect: "manual",
  });
}

/** Uploads a file that is accepted. Returns the path of its import. */
export async function uploaded(server: Pick<ServerAddress, "url">, cookie: string, file: string): Promise<string> {
  const answer = await upload(server, cookie, file);
  const path = answer.headers.get("location");
  if (answer.status !== 303 || !path) throw new Error(`${answer.status} ${await answer.text()}`);
  return path;
}

/** Sends the form that starts an import, as a browser without JavaScript does. */
export async function begin({ url }: Pick<ServerAddress, "url">, cookie: string, path: string): Promise<void> {
  // The form appears once the file has been checked.
  const form = await eventually(async () => {
    const page = await (await fetch(url + path, { headers: { cookie } })).text();
    const [found] = page.match(/<form(?:(?!<form).)*?name="taken".*?<\/form>/s) ?? [];
    if (!found) throw new Error(`There is no form yet: ${path}`);
    return found;
  }, 60_000);
  const body = new FormData();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const value = (of: string) => decodeHTML(new RegExp(` ${of}="([^"]*)"`).exec(input)?.[1] ?? "");
    if (!/type="radio"/.test(input)) body.append(value("name"), value("value"));
  }
  if (!body.has("taken")) body.append("taken", "skip");
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { cookie, origin: url },
    body,
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
}
