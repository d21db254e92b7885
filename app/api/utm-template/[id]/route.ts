import { endpoint } from "@/lib/http/endpoint";
import { showUtmTemplate } from "@/lib/resources/utm-templates/schema";
import { getUtmTemplate, presentUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showUtmTemplate,
  async ({ actor, params, setVersion }) => {
    const template = await getUtmTemplate(actor, params.id);
    setVersion(template.updatedAt);
    return { data: presentUtmTemplate(template) };
  },
);
