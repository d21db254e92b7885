import * as oidc from "openid-client";
import { env } from "@/lib/platform/env";
import { issuerForms } from "./issuer";
import { readOpenIdProfile } from "./openid-profile";
import type { Profile } from "./profile";

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

export const providerOf = (id: string) => configuredProviders().find((provider) => provider.id === id);

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
