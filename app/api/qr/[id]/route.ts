import { endpoint } from "@/lib/api/endpoint";
import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { showQrCode } from "@/lib/qr-codes/operations";
import { presentQrCode } from "@/lib/qr-codes/presenter";
import { getQrCode } from "@/lib/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showQrCode, async ({ actor, params }) => {
  const qrCode = await getQrCode(actor, params.id);
  return { details: presentQrCode(qrCode), data: presentStatistics(await statisticsOf("qr", qrCode.id)) };
});
