/** The first parts of addresses whose rest is a secret: who knows it may log in, join, read or unsubscribe. */
const secretPlaces = ["/account/unsubscribe", "/login/confirm", "/login/sso", "/reset-password", "/share", "/team"];

/**
 * The path as a log may have it. Of one that carries a secret only the place is left: `/team/*`. A mistyped address still
 * holds the secret, so case, repeated slashes, escapes and what follows do not matter.
 */
export function withoutSecret(path: string): string {
  const plain = decoded(path)
    .replace(/[\\/]+/g, "/")
    .toLowerCase();
  const place = secretPlaces.find((one) => plain.startsWith(`${one}/`));
  return place ? `${place}/*` : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
