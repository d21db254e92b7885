import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import { StartError } from "@/lib/contract/errors";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inTransaction } from "@/lib/platform/database/client";
import { env, provide } from "@/lib/platform/env";
import { opensWith } from "@/lib/platform/secrets";
import { finishSecretChange } from "@/lib/platform/stored-secrets";

const WRONG =
  "APP_SECRET is not the one that this database's keys are kept under. Set that one, as APP_SECRET or, while it is being replaced, as APP_SECRET_PREVIOUS.";

/**
 * The number of the newest encrypted keys of an older version to try: enough to find their secret even if some are
 * damaged.
 */
const PROBES = 20;

/** The secrets that may encrypt the key, the intended one first. */
function givenSecrets(): string[] {
  return [env.APP_SECRET, env.APP_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

async function wrappedRootKey(client: ClientBase): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ wrapped: Buffer }>("SELECT wrapped FROM kept_keys WHERE name = 'root'");
  return rows[0]?.wrapped;
}

interface Unwrapped {
  root: string;
  /** the secret that encrypts it */
  secret: string;
}

function unwrap(wrapped: Buffer): Unwrapped {
  for (const secret of givenSecrets()) {
    const root = unwrapKey(wrapped, secret);
    if (root !== null) return { root, secret };
  }
  throw new StartError(WRONG);
}

/**
 * Provides the root key to this process and to those that it starts. All other keys are derived from it. Creates it in
 * a new database. Only one process may do this at a time: see `withAdvisoryLock`. Throws a StartError if APP_SECRET
 * does not
 * fit the database.
 */
export async function openRootKey(client: ClientBase): Promise<void> {
  const wrapped = await wrappedRootKey(client);
  if (wrapped) {
    const { root, secret } = unwrap(wrapped);
    finishSecretChange(secret);
    provide({ SIGNPOST_ROOT_KEY: root });
    return;
  }
  const { root, secret } = await firstRootKey(client);
  await client.query("INSERT INTO kept_keys (name, wrapped) VALUES ('root', $1)", [wrapKey(root, secret)]);
  provide({ SIGNPOST_ROOT_KEY: root });
}

/**
 * Returns a random key, or in a database of a version that derived keys from APP_SECRET itself, that secret, so that
 * everything encrypted, signed or published stays valid.
 */
async function firstRootKey(client: ClientBase): Promise<Unwrapped> {
  const [newest = ""] = givenSecrets();
  const { rows: users } = await client.query("SELECT FROM users LIMIT 1");
  if (users.length === 0) return { root: randomBytes(32).toString("base64url"), secret: newest };
  const { rows } = await client.query<{ encrypted: Buffer }>(
    "SELECT encrypted FROM api_keys WHERE encrypted IS NOT NULL ORDER BY id DESC LIMIT $1",
    [PROBES],
  );
  const secret =
    rows.length === 0
      ? newest
      : givenSecrets().find((given) => rows.some(({ encrypted }) => opensWith(given, "api-key-copy", encrypted)));
  if (secret === undefined) throw new StartError(WRONG);
  return { root: secret, secret };
}

/** Reads the key for a command that runs while the service runs. Never creates one. */
export async function readRootKey(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('kept_keys') IS NOT NULL AS there");
  const wrapped = rows[0]?.there ? await wrappedRootKey(client) : undefined;
  if (!wrapped) throw new Error("The database belongs to an older version. Start this version once to upgrade it.");
  provide({ SIGNPOST_ROOT_KEY: unwrap(wrapped).root });
}

/**
 * Encrypts the key with the secret that `newSecret` returns, in one transaction, so that a crash changes nothing.
 * `newSecret` is called under the lock, while no process can start and take the new secret for a leftover. Returns
 * whether the key was encrypted with another secret before.
 */
export async function rewrapRootKey(client: ClientBase, newSecret: () => string): Promise<boolean> {
  return inTransaction(client, async () => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [advisoryLocks.preparation]);
    const secret = newSecret();
    const wrapped = await wrappedRootKey(client);
    if (!wrapped) throw new Error("The database belongs to an older version. Start this version once to upgrade it.");
    const { root, secret: before } = unwrap(wrapped);
    if (before !== secret)
      await client.query("UPDATE kept_keys SET wrapped = $1, wrapped_at = now() WHERE name = 'root'", [
        wrapKey(root, secret),
      ]);
    return before !== secret;
  });
}

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BODY = 1 + IV_BYTES + TAG_BYTES;

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "signpost/kept-keys", 32));

/** Encrypts a key with a secret (AES-256-GCM), for the table `kept_keys`. */
function wrapKey(key: string, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv);
  const body = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Decrypts a key from `wrapKey`; null if the secret is a different one. */
export function unwrapKey(wrapped: Buffer, secret: string): string | null {
  if (wrapped[0] !== VERSION) return null;
  const iv = wrapped.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(wrapped.subarray(1 + IV_BYTES, BODY));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(BODY)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
