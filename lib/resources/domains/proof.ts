import { hmac } from "@/lib/auth/secrets";

/** What an account puts into the DNS to show that a domain is its own. */
export interface ProofRecord {
  name: string;
  /** of a TXT record */
  value: string;
}

/** The name whose TXT records show whose `host` is. */
export const proofName = (host: string) => `_signpost.${host}`;

export function proofRecord(userId: number, host: string): ProofRecord {
  const token = Buffer.from(hmac("domain-proof", `${userId} ${host}`)).toString("hex", 0, 16);
  return { name: proofName(host), value: `signpost-verify=${token}` };
}

/** What is said to whom the DNS does not show yet to be the owner of `host`. */
export const missingProof = (userId: number, host: string) => ({ host, ...proofRecord(userId, host) });
