import { endpoint } from "@/lib/api/endpoint";
import { changeBioPage } from "@/lib/bio/operations";
import { updateBioPage } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeBioPage, async ({ actor, params, body }) => {
  await updateBioPage(actor, params.id, body);
  return { message: "The bio page has been updated." };
});
