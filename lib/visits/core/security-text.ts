import { locales } from "@/lib/contract/locales";
import { baseUrl, env } from "@/lib/platform/env";
import { type Answer, textAnswer } from "./answer";
import type { VisitRequest } from "./request";

const PATH = "/.well-known/security.txt";
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. The time is computed at each request, so the file never expires. */
const VALID_DAYS = 180;

/**
 * Returns the file that names the contact for abuse and vulnerabilities (RFC 9116). Every host of this service has it.
 * Returns null for other paths, and without ABUSE_CONTACT.
 */
export function answerSecurityText({ url, method }: VisitRequest, { origin }: { origin: string }): Answer | null {
  if (url.split("?", 1)[0] !== PATH || !env.ABUSE_CONTACT) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${env.ABUSE_CONTACT}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${locales.join(", ")}`,
    ...[...new Set([origin, baseUrl()])].map((host) => `Canonical: ${host}${PATH}`),
  ];
  return {
    status: 200,
    headers: [
      ...["Content-Type", "text/plain; charset=utf-8"],
      ...["Cache-Control", "public, max-age=3600"],
      ...["X-Content-Type-Options", "nosniff"],
    ],
    body: `${lines.join("\n")}\n`,
  };
}
