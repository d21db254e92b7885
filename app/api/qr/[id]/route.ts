import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { endpoint } from "@/lib/http/endpoint";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { showQrCode } from "@/lib/resources/qr-codes/operations";
import { presentQrDetails } from "@/lib/resources/qr-codes/presenter";
import { getQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showQrCode, async ({ actor, params }) => {
  const limit = clickLimitOf(actor);
  const [qrCode, found] = await Promise.all([getQrCode(actor, params.id), statisticsOf("qr", params.id, { limit })]);
  return { details: presentQrDetails(qrCode), data: presentStatistics(found, limit) };
});
