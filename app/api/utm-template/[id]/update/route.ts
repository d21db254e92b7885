import { endpoint } from "@/lib/http/endpoint";
import { changeUtmTemplate } from "@/lib/resources/utm-templates/schema";
import { updateUtmTemplate } from "@/lib/resources/utm-templates/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeUtmTemplate,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateUtmTemplate(actor, params.id, body, versions));
    return { message: "The UTM template has been updated." };
  },
);
