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

export function unprovenSentence(userId: number, host: string): string {
  const { name, value } = proofRecord(userId, host);
  return `Another account has, had or wants ${host}. To show that it is yours, give ${name} a TXT record with the value ${value}, and try again.`;
}
