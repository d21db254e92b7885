import { endpoint } from "@/lib/http/endpoint";
import { changeQrTemplate } from "@/lib/resources/qr-codes/template-schema";
import { updateTemplate } from "@/lib/resources/qr-codes/templates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeQrTemplate,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateTemplate(actor, params.id, body, versions));
    return { message: "The QR template has been updated." };
  },
);
