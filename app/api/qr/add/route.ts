import { endpoint } from "@/lib/http/endpoint";
import { pictureAs, pictureUrlOf } from "@/lib/resources/qr-codes/payload";
import { addQrCode } from "@/lib/resources/qr-codes/schema";
import { createQrCode } from "@/lib/resources/qr-codes/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addQrCode, async ({ actor, body }) => {
  const { id, code } = await createQrCode(actor, body);
  return { id, link: pictureAs(pictureUrlOf(code), body) };
});
