import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { getQrCode } from "@/lib/resources/qr-codes/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadQrCode = ownedRowLoader(async (actor, id) => {
  const code = await getQrCode(actor, id);
  return { ...code, ...({ type: code.type, data: code.data } as QrContent) };
});
