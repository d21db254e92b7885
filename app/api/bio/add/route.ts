import { endpoint } from "@/lib/http/endpoint";
import { bioUrlOf } from "@/lib/resources/bio-pages/presenter";
import { addBioPage } from "@/lib/resources/bio-pages/schema";
import { createBioPage } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addBioPage, async ({ actor, body }) => {
  const page = await createBioPage(actor, body);
  return { id: page.id, link: bioUrlOf(page) };
});
