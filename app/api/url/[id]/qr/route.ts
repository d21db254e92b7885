import { endpoint } from "@/lib/http/endpoint";
import { linkDesign } from "@/lib/resources/qr-codes/link-design";
import { pictureAs } from "@/lib/resources/qr-codes/payload";
import { presentLinkQr } from "@/lib/resources/qr-codes/presenter";
import { showLinkQr } from "@/lib/resources/qr-codes/template-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showLinkQr,
  async ({ actor, params, query, setVersion }) => {
    const design = await linkDesign(actor, params.id);
    setVersion(design.link.updatedAt);
    const details = presentLinkQr(design);
    return { details: { ...details, link: pictureAs(details.link, query) } };
  },
);
