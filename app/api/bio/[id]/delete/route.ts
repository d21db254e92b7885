import { endpoint } from "@/lib/http/endpoint";
import { removeBioPage } from "@/lib/resources/bio-pages/schema";
import { deleteBioPage } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeBioPage, async ({ actor, params }) => {
  await deleteBioPage(actor, params.id);
  return { message: "The bio page has been deleted." };
});
