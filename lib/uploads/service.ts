import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { baseUrl } from "@/lib/env";
import { normalImage } from "./image";

/** Keeps a picture that the actor uploaded in the form's field `path`. Returns where it is shown: `/uploads/<code>`. */
export async function saveImage(actor: Actor, bytes: Buffer, path: string): Promise<string> {
  const image = Uint8Array.from(await normalImage(bytes, path));
  const code = randomBytes(16).toString("hex");
  await db.upload.create({ data: { code, userId: actor.userId, image } });
  return `/uploads/${code}`;
}

/** The code in the path, or the whole address, of an upload; null where it is something else. */
export function uploadCode(address: string): string | null {
  const path = address.startsWith(`${baseUrl()}/`) ? address.slice(baseUrl().length) : address;
  return /^\/uploads\/([\da-f]{32})$/.exec(path)?.[1] ?? null;
}

/** The picture that the actor uploaded under this code, null where there is none. */
export async function ownImage(actor: Actor, code: string): Promise<Buffer | null> {
  const upload = await db.upload.findFirst({ where: { code, userId: actor.userId } });
  return upload && Buffer.from(upload.image);
}

/** The picture under this code, for whoever has its address. */
export async function publicImage(code: string): Promise<Buffer | null> {
  const upload = await db.upload.findUnique({ where: { code } });
  return upload && Buffer.from(upload.image);
}
