import { endpoint } from "@/lib/http/endpoint";
import { addUtmTemplate } from "@/lib/resources/utm-templates/schema";
import { createUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addUtmTemplate, async ({ actor, body }) => {
  const template = await createUtmTemplate(actor, body);
  return { id: template.id };
});
