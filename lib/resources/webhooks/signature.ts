import { createHmac, randomBytes } from "node:crypto";

// Standard Webhooks 1.0.0: https://www.standardwebhooks.com

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a new secret, in the form that its owner gets. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** Returns the `webhook-signature` of a message for one secret. `timestamp` is in seconds. */
export function signBody(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Returns the headers of a delivery, signed with each of the secrets. */
export const signedHeaders = (secrets: string[], id: string, timestamp: number, body: string) => ({
  "content-type": "application/json",
  "user-agent": "Signpost-Webhooks",
  "webhook-id": id,
  "webhook-timestamp": `${timestamp}`,
  "webhook-signature": secrets.map((secret) => signBody(secret, id, timestamp, body)).join(" "),
});
