import { endpoint } from "@/lib/api/endpoint";
import { removeBioPage } from "@/lib/bio/operations";
import { deleteBioPage } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeBioPage, async ({ actor, params }) => {
  await deleteBioPage(actor, params.id);
  return { message: "The bio page has been deleted." };
});
