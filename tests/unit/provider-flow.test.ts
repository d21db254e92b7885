import { createHmac } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { readGroupRoles } from "@/lib/contract/group-roles";
import {
  anotherKey,
  challengeOf,
  clientId,
  clientSecret,
  encoded,
  startIssuer,
  type TestIssuer,
} from "../support/issuer";

const { env } = await import("@/lib/platform/env");
const { beginFlow, finishFlow } = await import("@/lib/auth/provider-flow");
const { detailsOf, ProviderProblem, reportProblem } = await import("@/lib/auth/provider-problem");
const { log } = await import("@/lib/platform/log/log");
const { findProvider: providerOf } = await import("@/lib/auth/providers");

const issuers = {
  RS256: await startIssuer("RS256"),
  ES256: await startIssuer("ES256"),
  EdDSA: await startIssuer("EdDSA"),
};
afterAll(() => Promise.all(Object.values(issuers).map((issuer) => issuer.close())));

const at = (issuer: TestIssuer) => {
  env.OIDC_ISSUER = issuer.url;
  env.OIDC_CLIENT_ID = clientId;
  env.OIDC_CLIENT_SECRET = clientSecret;
  const provider = providerOf("oidc");
  if (!provider) throw new Error("the provider is not configured");
  return provider;
};

/** A provider's other claims about Ada, in her ID token and user info. */
const entra = { email: "ada@example.com", email_verified: undefined };

const now = () => Math.floor(Date.now() / 1000);

/** The claims about Ada for this nonce. */
const claimsFor = (issuer: TestIssuer, nonce: string) => ({
  iss: issuer.url,
  aud: clientId,
  sub: "ada",
  nonce,
  iat: now(),
  exp: now() + 300,
  email: "ada@example.com",
  email_verified: true,
});

/** A log-in at the provider. Each test changes one part of it. */
async function logIn(
  issuer: TestIssuer,
  { claims = {}, query = {}, token }: { claims?: object; query?: object; token?: (claims: object) => string } = {},
) {
  const provider = at(issuer);
  const { url, flow } = await beginFlow(provider, {});
  const said = { ...claimsFor(issuer, flow.nonce), ...claims };
  issuer.idToken = token ? token(said) : issuer.sign(said);
  const back = new URLSearchParams({ code: "code", state: flow.state, iss: issuer.url, ...query });
  return { url, flow, profile: await finishFlow(provider, flow, `?${back}`) };
}

describe.each(Object.entries(issuers))("an OpenID provider that signs with %s", (_, issuer) => {
  it("identifies a person, and is asked once for its features", async () => {
    const { url, flow, profile } = await logIn(issuer);
    expect(profile).toEqual({ subject: "ada", label: "ada@example.com", email: "ada@example.com" });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge: challengeOf(flow.verifier),
      code_challenge_method: "S256",
      nonce: flow.nonce,
      state: flow.state,
    });
    expect(Object.fromEntries(issuer.form)).toMatchObject({
      code_verifier: flow.verifier,
      redirect_uri: url.searchParams.get("redirect_uri"),
    });
    await logIn(issuer);
    const requested = ["/.well-known/openid-configuration", "/jwks"].map((path) =>
      issuer.asked.filter((it) => it === path),
    );
    expect(requested.map(({ length }) => length)).toEqual([1, 1]);
  });

  it("is rejected with another's signature", async () => {
    const key = anotherKey(issuer.alg);
    const token = (claims: object) => issuer.sign(claims, key);
    await expect(logIn(issuer, { token })).rejects.toMatchObject({ problem: "failed" });
  });
});

const unsigned = (claims: object) => `${encoded({ alg: "none" })}.${encoded(claims)}.`;

const bySecret = (claims: object) => {
  const text = `${encoded({ alg: "HS256" })}.${encoded(claims)}`;
  return `${text}.${createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
};

describe("an OpenID provider that signs only with the client's secret", () => {
  it("is not asked for a key", async () => {
    const issuer = await startIssuer("RS256", "HS256");
    const { profile } = await logIn(issuer, { token: bySecret });
    expect(profile.subject).toBe("ada");
    expect(issuer.asked).not.toContain("/jwks");
    await issuer.close();
  });
});

describe("an unsuitable response", () => {
  const issuer = issuers.RS256;
  it.each([
    ["for another log-in", { claims: { nonce: "another" } }],
    ["for none", { claims: { nonce: undefined } }],
    ["of another issuer", { claims: { iss: "https://other.example.com" } }],
    ["for another client", { claims: { aud: "another" } }],
    ["for several clients, of which another asked", { claims: { aud: ["signpost", "another"], azp: "another" } }],
    ["that is over", { claims: { exp: now() - 600 } }],
    ["without an end", { claims: { exp: undefined } }],
    ["about nobody", { claims: { sub: undefined } }],
    ["without a signature", { token: unsigned }],
    ["that is signed with the client's secret", { token: bySecret }],
    ["that is none", { token: () => "" }],
    ["that came with another state", { query: { state: "another" } }],
    ["that came without a state", { query: { state: "" } }],
    ["that came from another issuer", { query: { iss: "https://other.example.com" } }],
    ["that came from no issuer", { query: { iss: "" } }],
  ])("is rejected: an ID token %s", async (_, change) => {
    await expect(logIn(issuer, change)).rejects.toMatchObject({ problem: "failed" });
  });

  it("reports a cancellation only to the browser that began", async () => {
    await expect(logIn(issuer, { query: { error: "access_denied" } })).rejects.toMatchObject({ problem: "declined" });
    const forged = { error: "access_denied", state: "another" };
    await expect(logIn(issuer, { query: forged })).rejects.toMatchObject({ problem: "failed" });
  });

  it("gives no unconfirmed address, and no other person's", async () => {
    const { profile } = await logIn(issuer, { claims: { email_verified: false } });
    expect(profile.email).toBeNull();
    issuer.userInfo = { sub: "ada", email: "ada@example.org", email_verified: true };
    const untold = { claims: { email: undefined } };
    expect((await logIn(issuer, untold)).profile.email).toBe("ada@example.org");
    issuer.userInfo = { sub: "eve", email: "eve@example.org", email_verified: true };
    await expect(logIn(issuer, untold)).rejects.toMatchObject({ problem: "failed" });
  });
});

describe("an address", () => {
  const issuer = issuers.RS256;
  afterEach(() => {
    env.OIDC_TRUST_EMAILS = false;
    issuer.userInfo = {};
  });

  it.each<[string, boolean, object, object?]>([
    ["Entra ID as it is", false, entra],
    ["Entra ID whose domain owner is verified", true, { ...entra, xms_edov: true }],
    ["the same as a text", true, { ...entra, xms_edov: "1" }],
    ["the same as a number", true, { ...entra, xms_edov: 1 }],
    ["Entra ID whose domain owner is not verified", false, { ...entra, xms_edov: "0" }],
    ["both claims, which contradict each other", false, { ...entra, email_verified: false, xms_edov: true }],
    ["one that confirms as a text", true, { email_verified: "True" }],
    ["one that confirms in its user info", true, entra, { email: "Ada@example.com", email_verified: true }],
    ["one that confirms another address there", false, entra, { email: "eve@example.com", email_verified: true }],
    ["one that denies it there", false, entra, { email: "ada@example.com", email_verified: false }],
    ["one whose user info is of somebody else", false, entra, { sub: "eve", email_verified: true }],
  ])("of %s is confirmed: %s", async (_, confirmed, claims, info) => {
    issuer.userInfo = { sub: "ada", ...info };
    const { profile } = await logIn(issuer, { claims });
    expect(profile.email).toBe(confirmed ? "ada@example.com" : null);
    expect(profile.label).toBe("ada@example.com");
  });

  it.each([entra, { email_verified: false }, { email: undefined }])(
    "of a trusted provider is confirmed: %j",
    async (claims) => {
      env.OIDC_TRUST_EMAILS = true;
      issuer.userInfo = { sub: "ada", email: "ada@example.com" };
      expect((await logIn(issuer, { claims })).profile.email).toBe("ada@example.com");
    },
  );
});

it.each(["/application/o/signpost", "/application/o/signpost/"])(
  "finds an issuer with and without its last slash: %s",
  async (path) => {
    const issuer = await startIssuer("RS256", "RS256", path);
    for (const url of [issuer.url.replace(/\/$/, ""), `${issuer.url.replace(/\/$/, "")}/`]) {
      env.OIDC_ISSUER = url;
      Object.assign(env, { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
      const provider = providerOf("oidc");
      if (!provider) throw new Error("the provider is not configured");
      const { flow } = await beginFlow(provider, {});
      issuer.idToken = issuer.sign(claimsFor(issuer, flow.nonce));
      const back = new URLSearchParams({ code: "code", state: flow.state, iss: issuer.url });
      expect((await finishFlow(provider, flow, `?${back}`)).subject).toBe("ada");
    }
    await issuer.close();
  },
);

it("another issuer is not the same, regardless of its document", async () => {
  const issuer = await startIssuer("RS256", "RS256", "/application/o/signpost/");
  env.OIDC_ISSUER = issuer.url;
  issuer.claimedUrl = `${issuer.url}other/`;
  const provider = at(issuer);
  await expect(beginFlow(provider, {})).rejects.toMatchObject({ problem: "failed" });
  await issuer.close();
});

describe("groups", () => {
  const issuer = issuers.RS256;
  afterEach(() => {
    env.OIDC_ROLES = undefined;
    env.OIDC_GROUPS_CLAIM = "groups";
  });

  it("are read from the configured claim, in the ID token or the user info, only if roles depend on them", async () => {
    issuer.userInfo = { sub: "ada", roles: ["staff"] };
    expect((await logIn(issuer, { claims: { groups: ["a"] } })).profile.groups).toBeUndefined();
    env.OIDC_ROLES = readGroupRoles('{"staff": "administrator"}') ?? [];
    expect((await logIn(issuer, { claims: { groups: ["a", 5] } })).profile.groups).toEqual(["a"]);
    expect((await logIn(issuer)).profile.groups).toBeUndefined();
    env.OIDC_GROUPS_CLAIM = "roles";
    expect((await logIn(issuer)).profile.groups).toEqual(["staff"]);
  });
});

it("a refused log-in leaves one log line with the reason, and no token", () => {
  const written: unknown[][] = [];
  const warn = vi.spyOn(log, "warn").mockImplementation((...line: unknown[]) => void written.push(line));
  const token = "ey".repeat(60);
  const answered = { error: "access_denied", error_description: `AADSTS50105: not assigned ${token}` };
  const problem = new ProviderProblem("declined", detailsOf(Object.assign(new Error("refused"), answered)));
  expect(reportProblem(problem, "/login", at(issuers.RS256), "192.0.2.1")).toBe("/login?problem=declined&with=oidc");
  warn.mockRestore();
  expect(written).toEqual([
    [
      {
        provider: "oidc",
        problem: "declined",
        reason: "the provider says that access was denied",
        detail: "refused",
        error: "access_denied",
        description: "AADSTS50105: not assigned …",
        from: expect.any(String),
        account: undefined,
      },
      "a log-in failed",
    ],
  ]);
});
