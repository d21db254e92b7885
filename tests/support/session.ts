import type { BrowserContext } from "playwright";
import type { ServerAddress } from "./server";
import { servicesOf } from "./services";
import { sql } from "./sql";

/** Logs in a user of `newUser`, and returns the cookie. */
export async function sessionCookie(server: ServerAddress, userId: number): Promise<string> {
  const [{ id } = { id: "" }] = await sql<{ id: string }>(
    server,
    "INSERT INTO sessions (id, user_id, expires_at, confirmed_at) VALUES (gen_random_uuid(), $1, now() + interval '1 hour', now()) RETURNING id",
    [userId],
  );
  const { tokenOfSession } = await servicesOf(server);
  return `signpost=${await tokenOfSession(id)}`;
}

/** Logs a user in to a browser without the log-in form. */
export async function signIn(context: BrowserContext, server: ServerAddress, userId: number): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(server, userId)).split(/=(.*)/);
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
}
