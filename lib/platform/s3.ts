import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { env } from "./env";

/** Parts of an upload, of which `UPLOADED_AT_ONCE` are in memory. 10,000 of them, S3's bound, are 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const UPLOADED_AT_ONCE = 2;

/** How long S3 may be silent before a try counts as failed, and how often one is tried. */
const SILENCE_MS = 30_000;
const TRIES = 4;

export interface StoredObject {
  /** without the place's prefix */
  key: string;
  bytes: number;
  modified: Date;
}

interface Patience {
  /** how long S3 may say nothing */
  silenceMs?: number;
  tries?: number;
}

/** S3, or what speaks its protocol, refused or could not be reached. The message says where and why. */
export class S3Error extends Error {
  /** S3's name of it, such as `AccessDenied`, or that of the network */
  readonly reason: string;

  constructor(where: string, cause: Error) {
    // What breaks a connection, such as an address with nobody behind it, has a code and now and then no message.
    const { name, message, code } = cause as NodeJS.ErrnoException;
    const reason = code ?? name;
    super(`${where}: ${message && message !== reason ? `${message} (${reason})` : reason}`, { cause });
    this.reason = reason;
  }
}

/** `s3://bucket/prefix` in its parts; null for what is none. */
export function parsePlace(place: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?$/.exec(place) ?? [];
  if (bucket === undefined) return null;
  const prefix = path.split("/").filter(Boolean).join("/");
  return { bucket, prefix: prefix && `${prefix}/` };
}

/** The objects of a place, `s3://bucket/prefix`. Its keys stand behind the prefix. Close it where the process goes on. */
export async function s3Place(place: string, { silenceMs = SILENCE_MS, tries = TRIES }: Patience = {}) {
  const parsed = parsePlace(place);
  if (!parsed) throw new Error(`${place} is no place such as s3://bucket/prefix`);
  const { bucket: Bucket, prefix } = parsed;
  // A megabyte of code, which whoever keeps nothing in S3 does not load.
  const s3 = await import("@aws-sdk/client-s3");
  const client = newClient(s3.S3Client, silenceMs, tries);

  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const told = async <T>(key: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new S3Error(`s3://${Bucket}/${prefix}${key}`, error as Error);
    }
  };
  const orNull = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error) => {
      if (error.name === "NoSuchKey" || error.name === "NotFound") return null;
      throw error;
    });

  return {
    /** Stores an object, in place of one with that key. */
    put: (key: string, body: Uint8Array, contentType = "application/octet-stream"): Promise<void> =>
      told(
        key,
        client.send(new s3.PutObjectCommand({ ...at(key), Body: body, ContentType: contentType })).then(() => {}),
      ),

    /**
     * Stores what a stream has, of any length, in parts. Where it breaks off nothing is stored, nor anything left of
     * what had been sent.
     */
    async putStream(key: string, body: Readable, contentType = "application/octet-stream"): Promise<void> {
      const { Upload } = await import("@aws-sdk/lib-storage");
      const params = { ...at(key), Body: body, ContentType: contentType };
      await told(key, new Upload({ client, params, partSize: PART_BYTES, queueSize: UPLOADED_AT_ONCE }).done());
    },

    /** An object's bytes; null where there is none. */
    get: (key: string): Promise<Buffer | null> =>
      told(
        key,
        orNull(client.send(new s3.GetObjectCommand(at(key)))).then(
          async (found) => found?.Body && Buffer.from(await found.Body.transformToByteArray()),
        ),
      ).then((bytes) => bytes ?? null),

    /** The same as a stream, for what may be large. It errors where S3 falls silent. */
    async stream(key: string): Promise<Readable | null> {
      const found = await told(key, orNull(client.send(new s3.GetObjectCommand(at(key)))));
      return (found?.Body as Readable | undefined) ?? null;
    },

    /** How many bytes an object has; null where there is none. */
    size: async (key: string): Promise<number | null> => {
      const found = await told(key, orNull(client.send(new s3.HeadObjectCommand(at(key)))));
      return found?.ContentLength ?? null;
    },

    /** Deletes an object, if there is one. */
    delete: (key: string): Promise<void> =>
      told(
        key,
        client.send(new s3.DeleteObjectCommand(at(key))).then(() => {}),
      ),

    /** Every object whose key begins so, by key. */
    async *list(start = ""): AsyncGenerator<StoredObject> {
      for (let ContinuationToken: string | undefined; ; ) {
        const ask = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken });
        const page = await told(start, client.send(ask));
        for (const { Key = "", Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          yield { key: Key.slice(prefix.length), bytes: Size, modified: LastModified };
        if (!page.IsTruncated) return;
        ContinuationToken = page.NextContinuationToken;
      }
    },

    close: () => client.destroy(),
  };
}

export type S3Place = Awaited<ReturnType<typeof s3Place>>;

function newClient(Client: typeof S3Client, silenceMs: number, tries: number): S3Client {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: key } = env;
  return new Client({
    region,
    endpoint,
    // A bucket is a host name at Amazon alone.
    forcePathStyle: endpoint !== undefined,
    credentials: id && key ? { accessKeyId: id, secretAccessKey: key } : undefined,
    maxAttempts: tries,
    requestHandler: {
      connectionTimeout: Math.min(silenceMs, 5_000),
      // From the first byte sent to the first one answered: a part may take its time on a slow line.
      requestTimeout: 10 * silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    // The signature covers what is sent. Many stores do not know the checksums that are newer.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
