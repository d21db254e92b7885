import { endpoint } from "@/lib/http/endpoint";
import { presentBioDetails } from "@/lib/resources/bio-pages/presenter";
import { showBioPage } from "@/lib/resources/bio-pages/schema";
import { bioStatistics, getBioPage } from "@/lib/resources/bio-pages/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showBioPage,
  async ({ actor, params, setVersion }) => {
    const page = await getBioPage(actor, params.id);
    setVersion(page.updatedAt);
    return { data: presentBioDetails(page, await bioStatistics(actor, page)) };
  },
);
