import { endpoint } from "@/lib/http/endpoint";
import { removeQrCode } from "@/lib/resources/qr-codes/schema";
import { deleteQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeQrCode, async ({ actor, params }) => {
  await deleteQrCode(actor, params.id);
  return { message: "The QR code has been deleted." };
});
