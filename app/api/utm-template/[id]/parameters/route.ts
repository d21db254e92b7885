import { endpoint } from "@/lib/http/endpoint";
import { fillUtmTemplate as operation } from "@/lib/resources/utm-templates/schema";
import { fillUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operation, async ({ actor, params, query }) => ({
  data: await fillUtmTemplate(actor, params.id, query),
}));
