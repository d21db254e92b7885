import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { derivedSecret } from "@/lib/platform/secrets";

/** A row of `click_roots` without its signature. */
export interface Root {
  day: string;
  /** number of segments at the beginning of the chain that are gone because all their clicks were erased */
  gone: number;
  position: number;
  chain: Buffer;
  clicks: number;
  erased: number;
  since: string;
}

export interface ChainedSegment {
  position: number;
  number: number;
  journal: string;
  day: string;
  clicks: number;
  digest: Buffer;
}

/** The chain hash before the first segment. */
export const CHAIN_START = Buffer.alloc(32);

/** Returns the hash of a segment and all before it. It uses no key, so anyone with the rows can check it. */
export function chainHash(before: Buffer, { position, number, journal, day, clicks, digest }: ChainedSegment): Buffer {
  const text = `${before.toString("hex")}\n${position}\n${number}\n${journal}\n${day}\n${clicks}\n${digest.toString("hex")}`;
  return createHash("sha256").update(text).digest();
}

/** Returns the text that is signed. */
const textOf = ({ day, gone, position, chain, clicks, erased, since }: Root) =>
  Buffer.from(`signpost root\n${day}\n${gone}\n${position}\n${chain.toString("hex")}\n${clicks}\n${erased}\n${since}`);

/** The PKCS #8 prefix of an Ed25519 key, before its 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derives the key from APP_SECRET, so that it is never stored. */
function privateKey(): KeyObject {
  const seed = Buffer.from(derivedSecret("click-roots"), "base64url");
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

export const publicKey = () => createPublicKey(privateKey()).export({ format: "pem", type: "spki" }).toString().trim();

export const signRoot = (root: Root) => sign(null, textOf(root), privateKey());

export const isSigned = (root: Root, signature: Buffer) =>
  verify(null, textOf(root), createPublicKey(privateKey()), signature);
