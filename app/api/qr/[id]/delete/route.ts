import { endpoint } from "@/lib/api/endpoint";
import { removeQrCode } from "@/lib/qr-codes/operations";
import { deleteQrCode } from "@/lib/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeQrCode, async ({ actor, params }) => {
  await deleteQrCode(actor, params.id);
  return { message: "The QR code has been deleted." };
});
