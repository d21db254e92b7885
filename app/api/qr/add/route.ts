import { endpoint } from "@/lib/http/endpoint";
import { addQrCode } from "@/lib/resources/qr-codes/operations";
import { pictureAs, pictureUrlOf } from "@/lib/resources/qr-codes/payload";
import { createQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addQrCode, async ({ actor, body }) => {
  const { id, code } = await createQrCode(actor, body);
  return { id, link: pictureAs(pictureUrlOf(code), body) };
});
