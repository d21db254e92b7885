import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentQrCode } from "@/lib/resources/qr-codes/presenter";
import * as operations from "@/lib/resources/qr-codes/schema";
import { listQrCodes } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listQrCodes, async ({ actor, page }) => {
  return presentPage(page, await listQrCodes(actor, page), "qrs", presentQrCode);
});
