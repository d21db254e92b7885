import { request } from "undici";

/** `fetch` with another Host header, as if the DNS of `host` pointed to `url`. Node's `fetch` does not allow that. */
export async function hostedFetch(
  url: string | URL,
  host: string | undefined,
  init: RequestInit = {},
): Promise<Response> {
  if (host === undefined) return fetch(url, init);
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = init.body instanceof URLSearchParams ? init.body.toString() : (init.body as string | undefined);
  const form = init.body instanceof URLSearchParams && { "content-type": "application/x-www-form-urlencoded" };
  const method = (init.method ?? "GET") as "GET";
  const answer = await request(url, { method, headers: { ...form, ...headers, host }, body });
  const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response((await answer.body.text()) || null, { status: answer.statusCode, headers: answered });
}
