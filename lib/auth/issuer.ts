/** Returns an issuer's address with and without the slash at its end, because providers and people mix them up. */
export function issuerForms(issuer: string): [string, string] {
  const bare = issuer.replace(/\/$/, "");
  return [bare, `${bare}/`];
}

export const isSameIssuer = (one: string, other: string) => issuerForms(one)[0] === issuerForms(other)[0];
