import { endpoint } from "@/lib/api/endpoint";
import { addBioPage } from "@/lib/bio/operations";
import { bioUrlOf } from "@/lib/bio/presenter";
import { createBioPage } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addBioPage, async ({ actor, body }) => {
  const page = await createBioPage(actor, body);
  return { id: page.id, link: bioUrlOf(page) };
});
