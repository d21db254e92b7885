/**
 * Returns an issuer's address with and without the slash at its end: providers use either form, and people often type
 * the other.
 */
export function issuerForms(issuer: string): [string, string] {
  const bare = issuer.replace(/\/$/, "");
  return [bare, `${bare}/`];
}

export const isSameIssuer = (one: string, other: string) => issuerForms(one)[0] === issuerForms(other)[0];
