import type { QrCodeRow } from "@/components/qr-codes/qr-codes-table";
import { readPage } from "@/components/ui/list-view";
import type { QrType } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { listQrCodes } from "@/lib/resources/qr-codes/service";
import { contentLine, pictureOf } from "./shown";

/** The QR codes of a list view. */
export async function listedQrCodes(actor: Actor, { q, type, page }: { q: string; type?: QrType; page: number }) {
  const found = await readPage(page, (page) => listQrCodes(actor, page, { q, type }));
  const rows = found.rows.map((code): QrCodeRow => {
    const { id, name, type, data, createdAt } = code;
    const scans = Number(code.scans);
    return {
      id,
      name,
      type,
      scans,
      createdAt,
      picture: pictureOf(code),
      holds: contentLine({ type, data } as QrContent),
    };
  });
  return { ...found, rows };
}
