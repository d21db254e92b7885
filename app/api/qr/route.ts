import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/qr-codes/operations";
import { presentQrCode } from "@/lib/qr-codes/presenter";
import { listQrCodes } from "@/lib/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listQrCodes, async ({ actor, query }) => {
  const page = pageOf(query);
  return presentPage(page, await listQrCodes(actor, page), "qrs", presentQrCode);
});
