import * as oidc from "openid-client";
import { foldEmail } from "@/lib/contract/email";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";

/** The details that a provider sends about the user who logged in there. */
export interface Profile {
  subject: string;
  /** the name of their account at the provider */
  label: string;
  /** an address that the provider has confirmed; null if there is none */
  email: string | null;
  /** whether the provider sent an address without saying that it is confirmed */
  hasUnconfirmedEmail?: boolean;
  /** their groups at the provider; undefined if it does not send them */
  groups?: string[];
}

type Claims = Record<string, unknown>;

interface ReadOptions {
  /** whether every address from this provider counts as confirmed, as its operator has configured */
  trustsEmails: boolean;
  /** the claim with the user's groups, if they determine roles */
  groupsClaim?: string;
}

/** Returns who logged in, from the ID token and, for what it lacks, from the provider's user info. */
async function readOpenIdProfile(
  config: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
  { trustsEmails, groupsClaim }: ReadOptions,
): Promise<Profile> {
  const claims = tokens.claims();
  if (!claims) throw new Error("there is no ID token");
  const isComplete =
    isText(claims.email) &&
    (trustsEmails || hasVerification(claims)) &&
    (groupsClaim === undefined || claims[groupsClaim] !== undefined);
  const info = isComplete ? {} : await userInfo(config, tokens.access_token, claims);
  const email = [claims.email, info.email].find(isText);
  const isVerified = trustsEmails || [claims, info].some((said) => confirmsEmail(said, email));
  const isDenied = !trustsEmails && isFalse(claims.email_verified);
  return {
    subject: claims.sub,
    label:
      [email, claims.preferred_username, info.preferred_username, claims.name, info.name].find(isText) ?? claims.sub,
    email: email !== undefined && isVerified && !isDenied ? email : null,
    ...(email !== undefined && (!isVerified || isDenied) && { hasUnconfirmedEmail: true }),
    ...(groupsClaim !== undefined && { groups: groupsIn(claims[groupsClaim] ?? info[groupsClaim]) }),
  };
}

/**
 * Returns the user info; {} if the provider has none, or if the request fails and the ID token already has an address.
 */
async function userInfo(config: oidc.Configuration, accessToken: string, claims: oidc.IDToken): Promise<Claims> {
  if (!config.serverMetadata().userinfo_endpoint) return {};
  try {
    return await oidc.fetchUserInfo(config, accessToken, claims.sub);
  } catch (error) {
    if (!isText(claims.email)) throw error;
    const { code, message } = error as { code?: string; message?: string };
    log.warn(
      { issuer: config.serverMetadata().issuer, code, reason: message },
      "a provider's user info could not be read",
    );
    return {};
  }
}

/**
 * Returns whether claims say that this address is confirmed. Entra ID sends no `email_verified` but the optional claim
 * `xms_edov`: whether the owner of the address's domain was verified. It arrives as a boolean, a number or a text.
 */
const confirmsEmail = (claims: Claims, email: string | undefined) =>
  email !== undefined &&
  foldEmail(String(claims.email ?? email)) === foldEmail(email) &&
  (isTrue(claims.email_verified) || ((claims.email_verified ?? undefined) === undefined && isTrue(claims.xms_edov)));

const hasVerification = ({ email_verified, xms_edov }: Claims) =>
  (email_verified ?? xms_edov ?? undefined) !== undefined;

const isTrue = (value: unknown) => [true, 1, "1", "true"].includes(fold(value));

const isFalse = (value: unknown) => [false, 0, "0", "false"].includes(fold(value));

const fold = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value) as boolean;

/**
 * Returns the names of groups from a list or a single name. Undefined means that the provider does not say, which is
 * different from no groups.
 */
function groupsIn(value: unknown): string[] | undefined {
  if (isText(value)) return [value];
  return Array.isArray(value) ? value.filter(isText) : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A provider whose accounts can log in here. */
export interface Provider {
  id: "google" | "github" | "oidc";
  name: string;
  /** identifies a user together with their profile's subject */
  issuer: string;
  scope: string;
  /** whether it supports OpenID Connect rather than only OAuth */
  openId: boolean;
  configure(): Promise<oidc.Configuration>;
  read(config: oidc.Configuration, tokens: Tokens): Promise<Profile>;
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** The configured providers, in the order of their buttons. */
export function configuredProviders(): Provider[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = env;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  const found: Provider[] = [];
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET)
    found.push(openId("google", "Google", "https://accounts.google.com/", GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET));
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) found.push(gitHub(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET));
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET)
    found.push(openId("oidc", OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET));
  return found;
}

export const findProvider = (id: string) => configuredProviders().find((provider) => provider.id === id);

const discovered = new Map<string, Promise<oidc.Configuration>>();

function openId(id: Provider["id"], name: string, issuer: string, clientId: string, secret: string): Provider {
  const discoverAt = (address: string) =>
    oidc.discovery(new URL(address), clientId, secret, clientAuth(secret), {
      execute: [checkSignatures, ...insecureWhere(issuer)],
      timeout: 10,
    });
  // The discovery document contains the provider's own address, which may differ from the configured one only in the
  // slash at the end.
  const discover = () =>
    discoverAt(issuer).catch((error) => {
      const other = issuerForms(issuer).find((form) => form !== issuer);
      if (!other || (error as { code?: string }).code !== issuerMismatch) throw error;
      return discoverAt(other);
    });
  return {
    id,
    name,
    issuer,
    scope: "openid email profile",
    openId: true,
    configure() {
      const known = discovered.get(issuer) ?? discover();
      discovered.set(issuer, known);
      // The provider may be unreachable right now, so let the next request try again.
      known.catch(() => discovered.delete(issuer));
      return known;
    },
    read: (config, tokens) =>
      readOpenIdProfile(config, tokens, {
        trustsEmails: id === "oidc" && env.OIDC_TRUST_EMAILS,
        groupsClaim: id === "oidc" && env.OIDC_ROLES ? env.OIDC_GROUPS_CLAIM : undefined,
      }),
  };
}

const issuerMismatch = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";

/** Uses the method that the provider announces, or the standard's default. */
function clientAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

/**
 * The library relies on TLS to prove who sent an ID token. Checking the signature also proves it if a proxy ends the
 * TLS. If a provider signs only with the client's secret, there is no key to look up.
 */
function checkSignatures(config: oidc.Configuration): void {
  const announced = config.serverMetadata().id_token_signing_alg_values_supported ?? ["RS256"];
  if (announced.some((algorithm) => !algorithm.startsWith("HS"))) oidc.enableNonRepudiationChecks(config);
}

/** A provider in the operator's own network may have no TLS, if its configured address is http. */
const insecureWhere = (url: string) => (url.startsWith("http:") ? [oidc.allowInsecureRequests] : []);

/** GitHub or a GitHub Enterprise Server. It uses OAuth, and its API returns the user. */
function gitHub(clientId: string, secret: string): Provider {
  const { GITHUB_URL } = env;
  const api = GITHUB_URL === "https://github.com" ? "https://api.github.com" : `${GITHUB_URL}/api/v3`;
  const issuer = `${GITHUB_URL}/login/oauth`;
  return {
    id: "github",
    name: "GitHub",
    issuer,
    scope: "read:user user:email",
    openId: false,
    async configure() {
      const server = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/access_token`,
      };
      const config = new oidc.Configuration(server, clientId, secret, oidc.ClientSecretPost(secret));
      config.timeout = 10;
      for (const change of insecureWhere(GITHUB_URL)) change(config);
      return config;
    },
    async read(config, { access_token }) {
      const get = async (path: string) => {
        const answer = await oidc.fetchProtectedResource(config, access_token, new URL(api + path), "GET");
        if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
        return answer.json();
      };
      const [user, emails]: [{ id: number; login: string }, { email: string; primary: boolean; verified: boolean }[]] =
        await Promise.all([get("/user"), get("/user/emails")]);
      const own = emails.find(({ primary, verified }) => primary && verified);
      return { subject: String(user.id), label: user.login, email: own?.email ?? null };
    },
  };
}

/** Returns an issuer's address with and without the slash at its end, because providers and people mix them up. */
export function issuerForms(issuer: string): [string, string] {
  const bare = issuer.replace(/\/$/, "");
  return [bare, `${bare}/`];
}

export const isSameIssuer = (one: string, other: string) => issuerForms(one)[0] === issuerForms(other)[0];
