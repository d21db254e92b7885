import { endpoint } from "@/lib/http/endpoint";
import { presentEntry } from "@/lib/resources/audit/presenter";
import { showAudit } from "@/lib/resources/audit/schema";
import { getAudit } from "@/lib/resources/audit/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAudit, async ({ actor, params }) => ({
  data: presentEntry(await getAudit(actor, params.id)),
}));
