import { baseUrl } from "@/lib/platform/env";

export const STRICT_TRANSPORT = "Strict-Transport-Security";
/** A year, as browsers' lists ask. Not for subdomains: those are the operator's. */
export const strictTransport = "max-age=31536000";

let ownHost: string | undefined;

/**
 * Whether browsers are to come back to a host over https alone (RFC 6797): the service's own, where APP_URL is https. What
 * holds for a branded domain is its owner's business.
 */
export function isStrict(host: string | undefined): boolean {
  ownHost ??= baseUrl().startsWith("https:") ? new URL(baseUrl()).host : "";
  return ownHost !== "" && host === ownHost;
}
