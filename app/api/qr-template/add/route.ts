import { endpoint } from "@/lib/http/endpoint";
import { addQrTemplate } from "@/lib/resources/qr-codes/template-schema";
import { createTemplate } from "@/lib/resources/qr-codes/templates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addQrTemplate, async ({ actor, body }) => {
  const { id } = await createTemplate(actor, body);
  return { id };
});
