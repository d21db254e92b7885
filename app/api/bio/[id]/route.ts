import { endpoint } from "@/lib/http/endpoint";
import { showBioPage } from "@/lib/resources/bio-pages/operations";
import { presentBioDetails } from "@/lib/resources/bio-pages/presenter";
import { bioStatistics, getBioPage } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showBioPage,
  async ({ actor, params, setVersion }) => {
    const page = await getBioPage(actor, params.id);
    setVersion(page.updatedAt);
    return { data: presentBioDetails(page, await bioStatistics(actor, page)) };
  },
);
