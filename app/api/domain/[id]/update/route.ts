import { endpoint } from "@/lib/http/endpoint";
import { changeDomain } from "@/lib/resources/domains/schema";
import { updateDomain } from "@/lib/resources/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeDomain,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateDomain(actor, params.id, body, versions));
    return { message: "The domain has been updated." };
  },
);
