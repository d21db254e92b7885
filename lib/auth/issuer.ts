/** An issuer's address with and without its last slash: providers write it either way, and people type the other one. */
export function issuerForms(issuer: string): [string, string] {
  const bare = issuer.replace(/\/$/, "");
  return [bare, `${bare}/`];
}

export const isSameIssuer = (one: string, other: string) => issuerForms(one)[0] === issuerForms(other)[0];
