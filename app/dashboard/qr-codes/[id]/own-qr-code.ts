import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { getQrCode } from "@/lib/resources/qr-codes/service";
import { ownRow } from "../../_lib/own-row";

export const ownQrCode = ownRow(async (actor, id) => {
  const code = await getQrCode(actor, id);
  return { ...code, ...({ type: code.type, data: code.data } as QrContent) };
});
