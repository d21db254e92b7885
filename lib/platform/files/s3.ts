import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { env, parsePlace } from "@/lib/platform/env";

/**
 * The size of the parts of an upload; `UPLOADED_AT_ONCE` of them are in memory. S3's limit of 10,000 parts is 160 GB.
 */
const PART_BYTES = 16 * 1024 * 1024;
const UPLOADED_AT_ONCE = 2;

/** How long S3 may be silent before a try fails, and the number of tries. */
const SILENCE_MS = 30_000;
const TRIES = 4;

export interface StoredObject {
  /** the key without the place's prefix */
  key: string;
  bytes: number;
  modified: Date;
}

interface Patience {
  /** how long S3 may be silent */
  silenceMs?: number;
  tries?: number;
}

/** S3 or a compatible store refused a request or could not be reached. The message says where and why. */
export class S3Error extends Error {
  /** S3's error code, such as `AccessDenied`, or the network's */
  readonly reason: string;

  constructor(where: string, cause: Error) {
    // Network errors, such as a refused connection, have a code and sometimes no message.
    const { name, message, code } = cause as NodeJS.ErrnoException;
    const reason = code ?? name;
    super(`${where}: ${message && message !== reason ? `${message} (${reason})` : reason}`, { cause });
    this.reason = reason;
  }
}

/** Opens a place, `s3://bucket/prefix`. Its keys are relative to the prefix. Close it if the process continues. */
export async function s3Place(place: string, { silenceMs = SILENCE_MS, tries = TRIES }: Patience = {}) {
  const parsed = parsePlace(place);
  if (!parsed) throw new Error(`${place} is not a place such as s3://bucket/prefix`);
  const { bucket: Bucket, prefix } = parsed;
  // A megabyte of code, which is only loaded if S3 is used.
  const s3 = await import("@aws-sdk/client-s3");
  const client = newClient(s3.S3Client, silenceMs, tries);

  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const withKey = async <T>(key: string, work: Promise<T>): Promise<T> => {
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
    /** Stores an object, and replaces one with the same key. */
    put: (key: string, body: Uint8Array, contentType = "application/octet-stream"): Promise<void> =>
      withKey(
        key,
        client.send(new s3.PutObjectCommand({ ...at(key), Body: body, ContentType: contentType })).then(() => {}),
      ),

    /**
     * Stores a stream of any length in parts. If the stream breaks off, nothing is stored, and parts already sent are
     * removed.
     */
    async putStream(key: string, body: Readable, contentType = "application/octet-stream"): Promise<void> {
      const { Upload } = await import("@aws-sdk/lib-storage");
      const params = { ...at(key), Body: body, ContentType: contentType };
      await withKey(key, new Upload({ client, params, partSize: PART_BYTES, queueSize: UPLOADED_AT_ONCE }).done());
    },

    /** The bytes of an object; null if it does not exist. */
    get: (key: string): Promise<Buffer | null> =>
      withKey(
        key,
        orNull(client.send(new s3.GetObjectCommand(at(key)))).then(
          async (found) => found?.Body && Buffer.from(await found.Body.transformToByteArray()),
        ),
      ).then((bytes) => bytes ?? null),

    /** An object as a stream, for large ones. The stream errors if S3 falls silent. Null if it does not exist. */
    async stream(key: string): Promise<Readable | null> {
      const found = await withKey(key, orNull(client.send(new s3.GetObjectCommand(at(key)))));
      return (found?.Body as Readable | undefined) ?? null;
    },

    /** The size of an object in bytes; null if it does not exist. */
    size: async (key: string): Promise<number | null> => {
      const found = await withKey(key, orNull(client.send(new s3.HeadObjectCommand(at(key)))));
      return found?.ContentLength ?? null;
    },

    /** Deletes an object if it exists. */
    delete: (key: string): Promise<void> =>
      withKey(
        key,
        client.send(new s3.DeleteObjectCommand(at(key))).then(() => {}),
      ),

    /** All objects whose key starts with `start`, sorted by key. */
    async *list(start = ""): AsyncGenerator<StoredObject> {
      for (let ContinuationToken: string | undefined; ; ) {
        const ask = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken });
        const page = await withKey(start, client.send(ask));
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
    // Only Amazon uses host names for buckets.
    forcePathStyle: endpoint !== undefined,
    credentials: id && key ? { accessKeyId: id, secretAccessKey: key } : undefined,
    maxAttempts: tries,
    requestHandler: {
      connectionTimeout: Math.min(silenceMs, 5_000),
      // From the first byte sent to the first byte received: a part may take long on a slow line.
      requestTimeout: 10 * silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    // The signature already covers the content, and many stores do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}
