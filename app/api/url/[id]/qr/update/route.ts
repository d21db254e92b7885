import { endpoint } from "@/lib/http/endpoint";
import { changeLinkQr } from "@/lib/resources/qr-codes/design-operations";
import { designLink } from "@/lib/resources/qr-codes/link-design";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeLinkQr,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await designLink(actor, params.id, body, versions));
    return { message: "The link's QR code has been updated." };
  },
);
