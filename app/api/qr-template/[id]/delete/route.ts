import { endpoint } from "@/lib/http/endpoint";
import { removeQrTemplate } from "@/lib/resources/qr-codes/template-schema";
import { deleteTemplate } from "@/lib/resources/qr-codes/templates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeQrTemplate, async ({ actor, params }) => {
  await deleteTemplate(actor, params.id);
  return { message: "The QR template has been deleted." };
});
