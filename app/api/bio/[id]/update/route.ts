import { endpoint } from "@/lib/http/endpoint";
import { changeBioPage } from "@/lib/resources/bio-pages/schema";
import { updateBioPage } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeBioPage,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateBioPage(actor, params.id, body, versions));
    return { message: "The bio page has been updated." };
  },
);
