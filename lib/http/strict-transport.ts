import { baseUrl } from "@/lib/platform/env";

export const STRICT_TRANSPORT = "Strict-Transport-Security";
/**
 * One year, as the preload lists of browsers require. Subdomains are left out, because the operator decides about them.
 */
export const strictTransport = "max-age=31536000";

let ownHost: string | undefined;

/**
 * Returns whether browsers should use only HTTPS for this host (RFC 6797). True for the service's own host if APP_URL
 * has https. The owners of branded domains decide for themselves.
 */
export function isStrict(host: string | undefined): boolean {
  ownHost ??= baseUrl().startsWith("https:") ? new URL(baseUrl()).host : "";
  return ownHost !== "" && host === ownHost;
}
