import { hmac } from "@/lib/platform/secrets";

/** The DNS record that proves an account's ownership of a domain. */
export interface ProofRecord {
  name: string;
  /** the content of the TXT record */
  value: string;
}

/** The name whose TXT records show who owns `host`. */
export const proofName = (host: string) => `_signpost.${host}`;

export function proofRecord(userId: number, host: string): ProofRecord {
  const token = Buffer.from(hmac("domain-proof", `${userId} ${host}`)).toString("hex", 0, 16);
  return { name: proofName(host), value: `signpost-verify=${token}` };
}

/** The arguments of the refusal for an account that has not proved its ownership of `host`. */
export const missingProof = (userId: number, host: string) => ({ host, ...proofRecord(userId, host) });
