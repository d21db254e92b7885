import type { Readable } from "node:stream";
import { DeleteObjectsCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { s3 } from "@/lib/platform/s3";
import { MANIFEST } from "./manifest";
import { isBackupName, type Place } from "./place";

/** Of what is sent, so much is in memory. S3 takes 10,000 parts of a file: 160 GiB. */
const PART_BYTES = 16 * 2 ** 20;
const PARTS_AT_ONCE = 2;
/** What S3 deletes at a time. */
const AT_ONCE = 1_000;

/** `s3://bucket/prefix` */
export function s3Place(where: string): Place {
  const [, Bucket = "", path = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(where) ?? [];
  if (Bucket === "") throw new Error(`${where} names no bucket: s3://bucket/prefix.`);
  const prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
  const keyOf = (backup: string, file: string) => `${prefix}${backup}/${file}`;

  async function keysOf(below: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const page of paginateListObjectsV2({ client: s3() }, { Bucket, Prefix: below }))
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
    return keys;
  }

  async function removeKeys(keys: string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const Objects = keys.slice(from, from + AT_ONCE).map((Key) => ({ Key }));
      const { Errors } = await s3().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      if (Errors?.[0]) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
    }
  }

  return {
    name: `s3://${Bucket}/${prefix.replace(/\/$/, "")}`,
    async list() {
      const keys = await keysOf(prefix);
      const names = new Set(keys.map((key) => key.slice(prefix.length).split("/")[0] ?? "").filter(isBackupName));
      return [...names].sort().map((name) => ({ name, complete: keys.includes(keyOf(name, MANIFEST)) }));
    },
    async write(backup, file, content) {
      // One that fails takes back what it has sent.
      await new Upload({
        client: s3(),
        params: { Bucket, Key: keyOf(backup, file), Body: content },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      }).done();
    },
    async read(backup, file) {
      try {
        const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key: keyOf(backup, file) }));
        return Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) throw new Error(`There is no ${keyOf(backup, file)}.`);
        throw error;
      }
    },
    async remove(backup) {
      // What says that it is whole goes first.
      const keys = await keysOf(keyOf(backup, ""));
      const manifest = keyOf(backup, MANIFEST);
      if (keys.includes(manifest)) await removeKeys([manifest]);
      await removeKeys(keys.filter((key) => key !== manifest));
    },
  };
}
