import { createHmac } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
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
const { providerOf } = await import("@/lib/auth/providers");

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

const now = () => Math.floor(Date.now() / 1000);

/** What it says of Ada, who came with this nonce. */
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

/** A log-in there, of which a test changes one thing. */
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
  it("says who somebody is, and is asked once what it can do", async () => {
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
    const told = ["/.well-known/openid-configuration", "/jwks"].map((path) => issuer.asked.filter((it) => it === path));
    expect(told.map(({ length }) => length)).toEqual([1, 1]);
  });

  it("is not believed by another's signature", async () => {
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

describe("an OpenID provider that signs with the client's secret alone", () => {
  it("is asked for no key", async () => {
    const issuer = await startIssuer("RS256", "HS256");
    const { profile } = await logIn(issuer, { token: bySecret });
    expect(profile.subject).toBe("ada");
    expect(issuer.asked).not.toContain("/jwks");
    await issuer.close();
  });
});

describe("an answer that does not fit", () => {
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
  ])("is refused: an ID token %s", async (_, change) => {
    await expect(logIn(issuer, change)).rejects.toMatchObject({ problem: "failed" });
  });

  it("says that somebody has cancelled only to whom it was sent", async () => {
    await expect(logIn(issuer, { query: { error: "access_denied" } })).rejects.toMatchObject({ problem: "declined" });
    const forged = { error: "access_denied", state: "another" };
    await expect(logIn(issuer, { query: forged })).rejects.toMatchObject({ problem: "failed" });
  });

  it("gives no address that it has not confirmed, and takes no other's", async () => {
    const { profile } = await logIn(issuer, { claims: { email_verified: false } });
    expect(profile.email).toBeNull();
    issuer.userInfo = { sub: "ada", email: "ada@example.org", email_verified: true };
    const untold = { claims: { email: undefined } };
    expect((await logIn(issuer, untold)).profile.email).toBe("ada@example.org");
    issuer.userInfo = { sub: "eve", email: "eve@example.org", email_verified: true };
    await expect(logIn(issuer, untold)).rejects.toMatchObject({ problem: "failed" });
  });
});
