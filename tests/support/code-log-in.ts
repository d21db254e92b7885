import { codeAt, stepAt } from "@/lib/auth/two-factor";
import type { ServerAddress } from "./server";
import type { TestUser } from "./users";

/** Logs in with a password and a code of an authenticator app, without JavaScript. Returns where that redirects. */
export async function codeLogIn({ url }: ServerAddress, user: TestUser, secret: string): Promise<string> {
  const first = await submit(`${url}/login`, "", { email: user.email, password: user.password });
  const second = await submit(url + first.location, first.cookie, { code: codeAt(secret, stepAt(Date.now())) });
  return second.location;
}

/** Submits the form of a page, with its hidden fields. */
async function submit(page: string, cookie: string, fields: Record<string, string>) {
  const html = await (await fetch(page, { headers: { cookie }, redirect: "manual" })).text();
  const body = new FormData();
  for (const [input] of html.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = ""] = /value="([^"]*)"/.exec(input) ?? [];
    if (name) body.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const { origin } = new URL(page);
  const answer = await fetch(page, { method: "POST", headers: { cookie, origin }, body, redirect: "manual" });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  return { cookie: cookies.join("; "), location: answer.headers.get("location") ?? `${answer.status}` };
}
