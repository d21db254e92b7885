import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** The keys that encrypt or decrypt a backup. */
export interface Encryption {
  passphrase?: string;
  /** a public key of age: the owner of its identity can read the backup */
  recipient?: string;
  /** a private key of age, for reading */
  identity?: string;
}

export const isEncrypted = ({ passphrase, recipient }: Encryption) =>
  passphrase !== undefined || recipient !== undefined;

/** The lowest level: it reduces click tables to about a third, at the speed of a disk. */
const LEVEL = 1;

/**
 * Creates the key of one backup, to which its files are encrypted. The key is stored next to them, encrypted itself:
 * with the passphrase, which takes a second on purpose, or to the recipient. The program `age` alone can decrypt both.
 */
export async function createKey(encryption: Encryption): Promise<{ key: string; encryptedKey: Uint8Array }> {
  const key = await generateX25519Identity();
  const encrypter = new Encrypter();
  if (encryption.passphrase !== undefined) encrypter.setPassphrase(encryption.passphrase);
  else encrypter.addRecipient(encryption.recipient ?? "");
  return { key, encryptedKey: await encrypter.encrypt(key) };
}

/** @throws Error with a sentence if the key cannot be decrypted */
export async function decryptKey(encryptedKey: Uint8Array, { passphrase, identity }: Encryption): Promise<string> {
  if (passphrase === undefined && identity === undefined)
    throw new Error("The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_IDENTITY.");
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
    if (identity !== undefined) decrypter.addIdentity(identity);
    return await decrypter.decrypt(encryptedKey, "text");
  } catch {
    throw new Error("The backup cannot be decrypted: the passphrase or identity does not match.");
  }
}

/** Compresses the content, and encrypts it to `key` if there is one. */
export async function encoded(content: Readable, key: string | undefined): Promise<Readable> {
  const compressed = chained(content, createGzip({ level: LEVEL, chunkSize: 64 * 1024 }));
  if (key === undefined) return compressed;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  const stream = await encrypter.encrypt(Readable.toWeb(compressed) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(stream as ReadableStream);
}

export async function decoded(content: Readable, key: string | undefined): Promise<Readable> {
  if (key === undefined) return chained(content, createGunzip());
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const stream = await decrypter.decrypt(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>);
  return chained(Readable.fromWeb(stream as ReadableStream), createGunzip());
}

/** Counts and hashes the bytes that pass through. */
export class Measure extends Transform {
  bytes = 0;
  private readonly hash = createHash("sha256");

  /** `onBytes` gets the number of bytes so far, and may throw. */
  constructor(onBytes: (bytes: number) => void = () => {}) {
    super({
      transform: (chunk: Buffer, _encoding, done) => {
        this.bytes += chunk.length;
        this.hash.update(chunk);
        try {
          onBytes(this.bytes);
          done(null, chunk);
        } catch (error) {
          done(error as Error);
        }
      },
    });
  }

  sha256(): string {
    return this.hash.digest("hex");
  }
}

/** Like `pipe`, but also ends `next` when the source fails. `pipe` would leave it waiting. */
export function chained<T extends Transform>(source: Readable, next: T): T {
  source.once("error", (error) => next.destroy(error));
  next.once("close", () => source.destroy());
  source.pipe(next);
  return next;
}

/** Reads a small stream into memory. */
export async function collectBytes(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
