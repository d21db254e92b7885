import { endpoint } from "@/lib/api/endpoint";
import { changeQrCode } from "@/lib/qr-codes/operations";
import { updateQrCode } from "@/lib/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeQrCode, async ({ actor, params, body }) => {
  await updateQrCode(actor, params.id, body);
  return { message: "The QR code has been updated." };
});
