import { endpoint } from "@/lib/api/endpoint";
import { addQrCode } from "@/lib/qr-codes/operations";
import { pictureUrlOf } from "@/lib/qr-codes/payload";
import { createQrCode } from "@/lib/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addQrCode, async ({ actor, body }) => {
  const { id, code } = await createQrCode(actor, body);
  return { id, link: pictureUrlOf(code) };
});
