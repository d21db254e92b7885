import type { QrCode } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { designOf, pictureOf } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { imageTypeOf } from "@/lib/drawing/image-type";
import { db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { readOwnedRows } from "@/lib/resources/ownership";
import { payloadOf, type QrContent } from "@/lib/resources/qr-codes/payload";
import { logoOf } from "@/lib/resources/qr-codes/service";
import type { ArchivedFile } from "./archived-file";

const pixels = 1_024;

/** Yields pictures one at a time: QR codes as they are printed, their logos and the uploads. */
export async function* pictureFiles(actor: Actor): AsyncGenerator<ArchivedFile> {
  for await (const codes of readOwnedRows(db.qrCode, actor, "QR code", 100)) {
    for (const code of codes) {
      const logo = await logoOf(code.id);
      const drawn = await drawingOf(actor, code, logo);
      if (drawn) yield fileOf(`qr-codes/${code.code}.svg`, drawn);
      if (logo) yield fileOf(`qr-codes/${code.code}-logo.${extensionOf(logo)}`, logo);
    }
  }
  for (let after = ""; ; ) {
    const [upload] = await db.upload.findMany({
      where: { userId: actor.userId, code: { gt: after } },
      orderBy: { code: "asc" },
      take: 1,
    });
    if (!upload) return;
    yield fileOf(`uploads/${upload.code}.${extensionOf(upload.image)}`, upload.image);
    after = upload.code;
  }
}

const fileOf = (path: string, bytes: Uint8Array): ArchivedFile => ({
  path,
  sort: "picture",
  async *read() {
    yield bytes;
  },
});

const extensionOf = (bytes: Uint8Array) => (imageTypeOf(bytes) === "png" ? "png" : "jpg");

/** Returns null for a code that can no longer be drawn, so that the rest of the archive is still sent. */
async function drawingOf(actor: Actor, code: QrCode, logo: Buffer | null): Promise<Uint8Array | null> {
  const picture = pictureOf(payloadOf(code.code, code as QrContent), designOf(code), logo);
  try {
    return (await studio().have("draw", { picture, format: "svg", pixels }, actor)).file;
  } catch (error) {
    log.warn({ error: String(error), code: code.id }, "a QR code could not be drawn for an archive");
    return null;
  }
}
