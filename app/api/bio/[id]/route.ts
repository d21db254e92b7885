import { endpoint } from "@/lib/api/endpoint";
import { showBioPage } from "@/lib/bio/operations";
import { presentBioDetails } from "@/lib/bio/presenter";
import { getBioPage } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoint(showBioPage, async ({ actor, params }) => ({
  data: presentBioDetails(await getBioPage(actor, params.id)),
}));
