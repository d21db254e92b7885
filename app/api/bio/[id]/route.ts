import { endpoint } from "@/lib/api/endpoint";
import { showBioPage } from "@/lib/bio/operations";
import { presentBioDetails } from "@/lib/bio/presenter";
import { bioStatistics, getBioPage } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showBioPage, async ({ actor, params }) => {
  const page = await getBioPage(actor, params.id);
  return { data: presentBioDetails(page, await bioStatistics(page)) };
});
