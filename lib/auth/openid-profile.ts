import * as oidc from "openid-client";
import { foldEmail } from "@/lib/contract/email";
import { log } from "@/lib/platform/log/log";
import type { Profile } from "./profile";

type Claims = Record<string, unknown>;

interface ReadOptions {
  /** whether every address from this provider counts as confirmed, as its operator has configured */
  trustsEmails: boolean;
  /** the claim with the user's groups, if they determine roles */
  groupsClaim?: string;
}

/** Returns who logged in, from the ID token and, for what it lacks, from the provider's user info. */
export async function readOpenIdProfile(
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
