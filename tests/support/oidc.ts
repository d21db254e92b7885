import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { Page } from "playwright";

interface TestOidc {
  /** For `OIDC_ISSUER`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claims about people, by the name that they log in with there. Tests add some. */
  people: Map<string, { email?: string; email_verified?: boolean; groups?: string[] }>;
  close(): Promise<void>;
}

/** An OpenID provider that lets anyone in under any name, and asks for consent. */
export async function startOidc(callback: string): Promise<TestOidc> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people: TestOidc["people"] = new Map();
  const [clientId, clientSecret] = ["signpost", "a secret of the provider"];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["groups"] },
    cookies: { keys: ["a key of the tests"] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Goes to the provider, by `leave`, logs in there and consents. */
export async function logInThere(page: Page, name: string, leave: () => Promise<unknown>): Promise<void> {
  // Its pages request a font and an icon that are not available here.
  const missing = (url: URL) => url.hostname !== "localhost" || url.pathname === "/favicon.ico";
  await page.route(missing, (route) => route.fulfill({ status: 204 }));
  await leave();
  await page.fill("[name=login]", name);
  await page.fill("[name=password]", "any");
  await page.click("button[type=submit]");
  await page.click("button[type=submit]:has-text('Continue')");
}
