import { endpoint } from "@/lib/http/endpoint";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { showDomain } from "@/lib/resources/domains/schema";
import { getDomain } from "@/lib/resources/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showDomain,
  async ({ actor, params, setVersion }) => {
    const domain = await getDomain(actor, params.id);
    setVersion(domain.updatedAt);
    return { data: presentDomain(domain) };
  },
);
