import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../support/api";
import { clientId, clientSecret, startIssuer, type TestIssuer } from "../support/issuer";
import { PlainBrowser } from "../support/plain-browser";
import { startServer, type TestServer } from "../support/server";
import { importFor } from "../support/services";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

// A mail server, so that addresses have to be confirmed, and a provider without pages.
const smtp = await startSmtp();
let issuer: TestIssuer;
let server: TestServer;
let secrets: {
  seal: (kind: string, value: object, until?: number) => string;
  sealedSecret: (secret: string) => Uint8Array<ArrayBuffer>;
  code: (secret: string) => string;
  stampOf: (id: number) => Promise<string>;
  tokenFor: (kind: "confirm_email" | "password_reset" | "log_in", id: number, email?: string) => Promise<string>;
};
const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

beforeAll(async () => {
  issuer = await startIssuer("RS256");
  server = await startServer({
    env: {
      SMTP_URL: smtp.url,
      MAIL_PER_HOUR: "1000",
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: "Example",
    },
  });
  secrets = await importFor(server, async () => {
    const { encrypt } = await import("@/lib/platform/secrets");
    const { codeAt, stepAt } = await import("@/lib/auth/two-factor");
    const { logInStamp } = await import("@/lib/auth/log-in");
    const { createToken } = await import("@/lib/auth/one-time-tokens");
    return {
      seal: (kind, value, until = Date.now() + 60_000) =>
        Buffer.from(encrypt("short-cookie", JSON.stringify({ kind, value, until }))).toString("base64url"),
      sealedSecret: (secret) => encrypt("two-factor", secret),
      code: (secret) => codeAt(secret, stepAt(Date.now())),
      stampOf: logInStamp,
      tokenFor: createToken,
    };
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), smtp.close(), issuer.close()]);
});

const states = {
  unconfirmed: { confirmed: false, code: false },
  "unconfirmed, with two-factor authentication": { confirmed: false, code: true },
  "confirmed, with two-factor authentication": { confirmed: true, code: true },
  complete: { confirmed: true, code: false },
};
type State = (typeof states)[keyof typeof states];

async function userIn({ confirmed, code }: State): Promise<TestUser> {
  const user = await newUser(server);
  if (!confirmed) await sql(server, "UPDATE users SET email_verified_at = NULL WHERE id = $1", [user.id]);
  if (code)
    await sql(server, "INSERT INTO two_factors (user_id, secret, enabled_at, last_step) VALUES ($1, $2, now(), 0)", [
      user.id,
      Buffer.from(secrets.sealedSecret(totpSecret)),
    ]);
  return user;
}

const lastStep = async ({ id }: TestUser) =>
  Number(
    (await sql<{ last: number }>(server, "SELECT last_step AS last FROM two_factors WHERE user_id = $1", [id]))[0]
      ?.last,
  );

/** A browser in which a person has proved their identity, with the cookie `of`. */
async function browserWith(user: TestUser, value: object = {}, kind = "log-in", until?: number) {
  const browser = new PlainBrowser(server.url);
  const begun = { userId: user.id, next: "/dashboard/tags", stamp: await secrets.stampOf(user.id), ...value };
  browser.cookies.set("signpost-short-of", secrets.seal(kind, begun, until));
  return browser;
}

const firstStep = ({ confirmed, code }: State) => (confirmed ? code && "/login/code" : "/login/confirm");
const pathOf = (address: string | null) => address?.split("?")[0];

/** Goes to the provider, and comes back as a person with these claims. */
async function goThere(browser: PlainBrowser, next = "") {
  const { to } = await browser.open(`/login/with/oidc?next=${encodeURIComponent(next)}`);
  const query = new URL(to ?? "").searchParams;
  return { state: query.get("state") ?? "", nonce: query.get("nonce") ?? "" };
}

async function comeBack(
  browser: PlainBrowser,
  { state, nonce }: { state: string; nonce: string },
  claims: { sub: string } & Record<string, unknown>,
) {
  const now = Math.floor(Date.now() / 1000);
  const common = { iss: issuer.url, aud: clientId, nonce, iat: now, exp: now + 300, email_verified: true };
  issuer.idToken = issuer.sign({ ...common, ...claims });
  issuer.userInfo = { sub: claims.sub };
  const query = new URLSearchParams({ code: "code", state, iss: issuer.url });
  return browser.open(`/login/with/oidc/callback?${query}`);
}

describe.each(Object.entries(states))("a person who is %s", (_, state) => {
  const step = () => firstStep(state);
  const ends = (to: string | null, next = "/dashboard/tags") =>
    step() ? expect(pathOf(to)).toBe(step()) : expect(to).toBe(next);

  it("is led to the first missing step by a password", async () => {
    const user = await userIn(state);
    const browser = new PlainBrowser(server.url);
    const { to } = await browser.send("logIn", { email: user.email, password: user.password, next: "/dashboard/tags" });
    ends(to);
    expect(browser.isLoggedIn).toBe(!step());
  });

  it("is led to the first missing step by a provider", async () => {
    const user = await userIn(state);
    await sql(server, "INSERT INTO identities (user_id, issuer, subject, label) VALUES ($1, $2, $3, 'x')", [
      user.id,
      issuer.url,
      user.username,
    ]);
    const browser = new PlainBrowser(server.url);
    const { to } = await comeBack(browser, await goThere(browser, "/dashboard/tags"), { sub: user.username });
    ends(to);
    expect(browser.isLoggedIn).toBe(!step());
  });

  it("gets past the code only after the steps before it", async () => {
    const user = await userIn(state);
    const browser = await browserWith(user);
    const { to } = await browser.send("submitSecondFactor", { code: secrets.code(totpSecret), of: "of" });
    const isNext = step() === "/login/code";
    expect(browser.isLoggedIn).toBe(isNext);
    if (isNext) expect(to).toBe("/dashboard/tags");
    else expect(pathOf(to)).toBe(step() || "/login");
    if (state.code && !isNext) expect(await lastStep(user)).toBe(0);
    const [{ confirmed } = {}] = await sql<{ confirmed: boolean }>(
      server,
      "SELECT email_verified_at IS NOT NULL AS confirmed FROM users WHERE id = $1",
      [user.id],
    );
    expect(confirmed).toBe(state.confirmed);
  });

  it("gets another mail only if the address is the next step", async () => {
    const user = await userIn(state);
    const browser = await browserWith(user);
    const { to, result } = await browser.send("mailConfirmationAgain", { of: "of" });
    if (step() === "/login/confirm") expect(result).toMatchObject({ ok: true });
    else expect(pathOf(to)).toBe(step() || "/login");
    expect(browser.isLoggedIn).toBe(false);
  });

  it("sees the page of the next step only", async () => {
    const browser = await browserWith(await userIn(state));
    for (const path of ["/login/code", "/login/confirm"]) {
      const { status, to } = await browser.open(`${path}?of=of`);
      if (path === step()) expect(status).toBe(200);
      else expect(pathOf(to)).toBe(step() || "/login");
    }
  });

  it("still has to enter the code after a confirmed address and a new password", async () => {
    const user = await userIn(state);
    const next = state.code ? "/login/code" : "/dashboard";
    if (!state.confirmed) {
      const browser = await browserWith(user, { next: undefined });
      const token = await secrets.tokenFor("confirm_email", user.id, user.email);
      expect(pathOf((await browser.send("confirmAccount", { token, password: user.password })).to)).toBe(next);
      expect(browser.isLoggedIn).toBe(!state.code);
    }
    const browser = new PlainBrowser(server.url);
    const token = await secrets.tokenFor("password_reset", user.id);
    expect(pathOf((await browser.send("setNewPassword", { token, password: "quiet river stones" })).to)).toBe(next);
    expect(browser.isLoggedIn).toBe(!state.code);
  });
});

describe("a log-in that cannot continue", () => {
  const complete = states["confirmed, with two-factor authentication"];
  const expired = { ok: false, error: expect.stringMatching(/log in again|start again|expired|too long/i) };

  it.each<[string, (user: TestUser) => Promise<PlainBrowser>]>([
    ["without a cookie", async () => new PlainBrowser(server.url)],
    ["with another's stamp", (user) => browserWith(user, { stamp: "x" })],
    ["after ten minutes", (user) => browserWith(user, {}, "log-in", Date.now() - 1)],
    ["with the cookie of a registration", (user) => browserWith(user, { email: "x", id: "x" }, "registration")],
    ["with the cookie of a provider", (user) => browserWith(user, {}, "provider")],
  ])("%s is refused by each form", async (_, browserOf) => {
    const user = await userIn(complete);
    const browser = await browserOf(user);
    const { result } = await browser.send("submitSecondFactor", { code: secrets.code(totpSecret), of: "of" });
    expect(result).toMatchObject(expired);
    expect(pathOf((await browser.open("/login/code?of=of")).to)).toBe("/login");
    expect(browser.isLoggedIn).toBe(false);
    expect(await lastStep(user)).toBe(0);
  });

  it("is refused after a new password, and for an account that is gone", async () => {
    const [changed, gone] = [await userIn(complete), await userIn(complete)];
    const browsers = [await browserWith(changed), await browserWith(gone)];
    await sql(server, "UPDATE users SET password_hash = 'x' WHERE id = $1", [changed.id]);
    await sql(server, "DELETE FROM users WHERE id = $1", [gone.id]);
    for (const browser of browsers) {
      const { result } = await browser.send("submitSecondFactor", { code: secrets.code(totpSecret), of: "of" });
      expect(result).toMatchObject(expired);
    }
  });
});

describe("the page after a log-in", () => {
  const elsewhere = ["/short-link-x9", "/q/x9", "/u/someone", "//evil.example", "/\\evil.example", "/api/account"];

  it.each(elsewhere)("is the dashboard instead of %s, for each way in", async (next) => {
    const user = await newUser(server);
    await api(server, user.key).post("/api/url/add", { custom: "short-link-x9", url: "https://evil.example/" });
    const ends: unknown[] = [];
    const password = new PlainBrowser(server.url);
    ends.push((await password.send("logIn", { email: user.email, password: user.password, next })).to);
    const query = `?next=${encodeURIComponent(next)}`;
    for (const page of ["/login", "/register"]) ends.push((await password.open(page + query)).to);
    const provider = new PlainBrowser(server.url);
    ends.push((await comeBack(provider, await goThere(provider, next), { sub: user.email, email: user.email })).to);
    const coded = await userIn(states["confirmed, with two-factor authentication"]);
    const code = await browserWith(coded, { next });
    ends.push((await code.send("submitSecondFactor", { code: secrets.code(totpSecret), of: "of" })).to);
    expect(ends).toEqual(ends.map(() => "/dashboard"));
    const shown = await new PlainBrowser(server.url).open(`/login${query}`);
    expect(shown.html).not.toMatch(/name="next" value="[^"]|href="[^"]*next=/);
  });
});

describe("an address from a provider", () => {
  it.each([
    ["\u212Aarl@x.example", "the Kelvin sign"],
    ["k\u0131m@x.example", "a letter without a dot"],
    ["\uFF4Barl@x.example", "a wide letter"],
    ["karl@x.example, eva@x.example", "two addresses"],
    ["Karl <karl@x.example>", "a name and brackets"],
    ["ka rl@x.example", "a space"],
    ["karl@x.example\0", "a NUL"],
    ["karl@x.example\ud800", "half of a character"],
    ["karl@x.example.", "a dot at the end"],
    ["karl@m\u00FCller.example", "a domain that is not in Punycode"],
    [`${"k".repeat(250)}@x.example`, "255 characters and more"],
    ["karl", "no domain"],
  ])("that has %j gets a sentence and a log line (%s)", async (email) => {
    const karl = await sql<{ id: number }>(server, "SELECT id FROM users WHERE email = 'karl@x.example'");
    if (karl.length === 0) {
      const user = await newUser(server);
      await sql(server, "UPDATE users SET email = 'karl@x.example' WHERE id = $1", [user.id]);
    }
    const before = await sql(server, "SELECT count(*) FROM users");
    const browser = new PlainBrowser(server.url);
    const { to } = await comeBack(browser, await goThere(browser), { sub: `of ${email.length}`, email });
    expect(to).toBe("/login?problem=unusable&with=oidc");
    expect(browser.isLoggedIn).toBe(false);
    expect((await browser.open(to ?? "")).html).toContain(
      "Example sent us an e-mail address that cannot be used here.",
    );
    expect(await sql(server, "SELECT count(*) FROM users")).toEqual(before);
    expect(server.logs()).toContain("the provider sent an e-mail address that no account can have");
  });

  it("is folded, and does not matter once the account is connected", async () => {
    const user = await newUser(server);
    const browser = new PlainBrowser(server.url);
    const claims = { sub: `sub ${user.id}`, email: ` ${user.email.toUpperCase()} ` };
    expect((await comeBack(browser, await goThere(browser), claims)).to).toBe("/dashboard");
    const again = new PlainBrowser(server.url);
    const { to } = await comeBack(again, await goThere(again), { ...claims, email: "J\u00F6rg <a@x.example>\0" });
    expect(to).toBe("/dashboard");
  });

  it("with a name or a subject that cannot be stored never fails the service", async () => {
    const browser = new PlainBrowser(server.url);
    const subject = await comeBack(browser, await goThere(browser), { sub: "a\0b", email: "subject@x.example" });
    expect(subject.to).toBe("/login?problem=failed&with=oidc");
    const named = { sub: "named", email: undefined, preferred_username: "a\0b\ud800" };
    const name = await comeBack(browser, await goThere(browser), named);
    expect(name.to).toBe("/login?problem=unverified&with=oidc");
  });
});

describe("two tabs", () => {
  it("both end at their own page after a log-in at a provider", async () => {
    const user = await newUser(server);
    const browser = new PlainBrowser(server.url);
    const claims = { sub: `tabs ${user.id}`, email: user.email };
    const [first, second] = [await goThere(browser, "/dashboard/tags"), await goThere(browser, "/dashboard/pixels")];
    // A forged state fails, and the other log-ins go on.
    const forged = await comeBack(browser, { ...first, state: `${first.state.slice(0, -1)}!` }, claims);
    expect(forged.to).toBe("/login?problem=late&with=oidc");
    expect((await comeBack(browser, { ...first, state: "" }, claims)).to).toBe("/login?problem=late&with=oidc");
    expect((await comeBack(browser, second, claims)).to).toBe("/dashboard/pixels");
    expect((await comeBack(browser, first, claims)).to).toBe("/dashboard/tags");
    // Each state works once, and only in this browser.
    expect((await comeBack(browser, first, claims)).to).toBe("/login?problem=late&with=oidc");
    const third = await goThere(browser);
    const other = new PlainBrowser(server.url);
    expect((await comeBack(other, third, claims)).to).toBe("/login?problem=late&with=oidc");
  });

  it("both end at their own page after a code", async () => {
    const user = await userIn(states["confirmed, with two-factor authentication"]);
    const browser = new PlainBrowser(server.url);
    const begin = (next: string) => browser.send("logIn", { email: user.email, password: user.password, next });
    const tabs = [await begin("/dashboard/tags"), await begin("/dashboard/pixels")];
    const ends: unknown[] = [];
    for (const { to } of tabs) {
      const of = new URL(to ?? "", server.url).searchParams.get("of") ?? "";
      ends.push((await browser.send("submitSecondFactor", { code: secrets.code(totpSecret), of })).to);
      await sql(server, "UPDATE two_factors SET last_step = 0 WHERE user_id = $1", [user.id]);
    }
    expect(ends).toEqual(["/dashboard/tags", "/dashboard/pixels"]);
  });

  it("keep a browser's cookies short: the oldest of more than five is removed", async () => {
    const browser = new PlainBrowser(server.url);
    const next = `/dashboard/links?q=${"x".repeat(300)}`;
    const begun = [];
    for (let tab = 0; tab < 12; tab++) begun.push(await goThere(browser, next));
    expect([...browser.cookies.keys()].filter((name) => name.includes("-short-"))).toHaveLength(5);
    expect(browser.cookie.length).toBeLessThan(7_000);
    const user = await newUser(server);
    const claims = { sub: `many ${user.id}`, email: user.email };
    for (const flow of begun.slice(-5)) expect((await comeBack(browser, flow, claims)).to).toBe(next);
    for (const flow of begun.slice(0, 7))
      expect((await comeBack(browser, flow, claims)).to).toBe("/login?problem=late&with=oidc");
  });
});
