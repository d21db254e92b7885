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
  const spelled = normalTarget(decoded(path).replace(/[?#]/g, ";")).replace(/\/+/g, "/").toLowerCase();
  const found = secretPath.exec(spelled)?.slice(1) ?? [];
  const place = secretPaths[found.findIndex((part) => part !== undefined)];
  return place ? `/${place}/*` : path;
}

/** Decodes ASCII characters, also of a text that cannot be decoded as a whole or was encoded repeatedly. */
function decoded(path: string): string {
  let text = path;
  for (let times = 0; times < 4 && text.includes("%"); times++) {
    text = text.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return text;
}
