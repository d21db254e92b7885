/** Path prefixes that a secret follows: anyone who knows it may log in, join, read or unsubscribe. */
const secretPaths = ["/account/unsubscribe", "/login/confirm", "/login/sso", "/reset-password", "/share", "/team"];

/**
 * The path for logs, without secrets: `/team/*`. Case, repeated slashes, escapes and what follows are ignored, because
 * a mistyped address still contains the secret.
 */
export function withoutSecret(path: string): string {
  const plain = decoded(path)
    .replace(/[\\/]+/g, "/")
    .toLowerCase();
  const place = secretPaths.find((one) => plain.startsWith(`${one}/`));
  return place ? `${place}/*` : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
