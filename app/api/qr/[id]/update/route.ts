import { endpoint } from "@/lib/http/endpoint";
import { changeQrCode } from "@/lib/resources/qr-codes/schema";
import { updateQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeQrCode,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateQrCode(actor, params.id, body, versions));
    return { message: "The QR code has been updated." };
  },
);
