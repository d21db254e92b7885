import { endpoint } from "@/lib/http/endpoint";
import { designLink } from "@/lib/resources/qr-codes/link-design";
import { changeLinkQr } from "@/lib/resources/qr-codes/template-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeLinkQr,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await designLink(actor, params.id, body, versions));
    return { message: "The link's QR code has been updated." };
  },
);
