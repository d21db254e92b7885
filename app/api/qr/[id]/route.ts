import { presentStatistics } from "@/lib/clicks/statistics/presenter";
import { statisticsOf } from "@/lib/clicks/statistics/stats";
import { endpoint } from "@/lib/http/endpoint";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { pictureAs } from "@/lib/resources/qr-codes/payload";
import { presentQrDetails } from "@/lib/resources/qr-codes/presenter";
import { showQrCode } from "@/lib/resources/qr-codes/schema";
import { getQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showQrCode,
  async ({ actor, params, query, setVersion }) => {
    const limit = clickLimitOf(actor);
    const [qrCode, found] = await Promise.all([getQrCode(actor, params.id), statisticsOf("qr", params.id, { limit })]);
    setVersion(qrCode.updatedAt);
    const details = presentQrDetails(qrCode);
    return { details: { ...details, link: pictureAs(details.link, query) }, data: presentStatistics(found, limit) };
  },
);
