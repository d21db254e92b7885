import { endpoint } from "@/lib/http/endpoint";
import { removeUtmTemplate } from "@/lib/resources/utm-templates/schema";
import { deleteUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeUtmTemplate, async ({ actor, params }) => {
  await deleteUtmTemplate(actor, params.id);
  return { message: "The UTM template has been deleted." };
});
