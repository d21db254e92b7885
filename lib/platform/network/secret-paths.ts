import { decodeAscii } from "@/lib/contract/dot-segments";
import { normalTarget } from "./request-target";

/** Parts of paths that a secret follows: anyone who knows it may log in, join, read or unsubscribe. */
const secretPaths = ["account/unsubscribe", "login/confirm", "login/sso", "reset-password", "share", "team"];

/** What a mistake attaches to a segment of a path, such as `;x=1`. */
const attached = "(?:[^/a-z\\d-][^/]*)?";
const secretPath = new RegExp(
  `/(?:${secretPaths.map((path) => `(${path.replaceAll("/", `${attached}/`)})`).join("|")})${attached}/[^/]`,
);

/**
 * The path for logs, without secrets: `/team/*`. Case, repeated slashes, escapes, parameters of segments, and what
 * precedes and follows are ignored, because a mistyped address still contains the secret.
 */
export function withoutSecret(path: string): string {
  const spelled = normalTarget(decodeAscii(path).replace(/[?#]/g, ";")).replace(/\/+/g, "/").toLowerCase();
  const found = secretPath.exec(spelled)?.slice(1) ?? [];
  const place = secretPaths[found.findIndex((part) => part !== undefined)];
  return place ? `/${place}/*` : path;
}
