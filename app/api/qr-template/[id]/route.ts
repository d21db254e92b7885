import { endpoint } from "@/lib/http/endpoint";
import { presentTemplate } from "@/lib/resources/qr-codes/presenter";
import { showQrTemplate } from "@/lib/resources/qr-codes/template-schema";
import { getTemplate } from "@/lib/resources/qr-codes/templates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showQrTemplate,
  async ({ actor, params, setVersion }) => {
    const template = await getTemplate(actor, params.id);
    setVersion(template.updatedAt);
    return { data: presentTemplate(template) };
  },
);
