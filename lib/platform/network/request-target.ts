import { decodeAscii } from "@/lib/contract/dot-segments";

/** Most targets have this form, and it is the fastest to test. None of them has another spelling. */
const plain = /^[\w/-]+(?:\?|$)/;

/** Matches `.` and `..` in any spelling. The group is the second dot. */
const dots = /^(?:\.|%2e)(\.|%2e|)$/i;

/**
 * Returns a request's target (path and query) as everything in the service reads it. Each server calls this before it
 * looks at a request, so that no address is one thing to the first reader and another to the next. As in browsers, dot
 * segments are resolved in any spelling, backslashes are slashes, and a fragment is dropped. Other escapes stay as sent:
 * an encoded letter or slash is a different address.
 */
export function normalTarget(target: string): string {
  if (plain.test(target)) return target;
  const end = target.search(/[?#]/);
  const path = normalPath(end === -1 ? target : target.slice(0, end));
  return target[end] === "?" ? path + target.slice(end) : path;
}

function normalPath(path: string): string {
  const parts = path.slice(1).split(/[\\/]/);
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const second = dots.exec(part)?.[1];
    if (second) kept.pop();
    if (second === undefined) kept.push(part);
    else if (index === parts.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

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
