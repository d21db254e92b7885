import { endpoint } from "@/lib/http/endpoint";
import { showForwarding } from "@/lib/resources/forwardings/operations";
import { presentForwarding } from "@/lib/resources/forwardings/presenter";
import { getForwarding } from "@/lib/resources/forwardings/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showForwarding, async ({ actor, params }) => ({
  data: presentForwarding(await getForwarding(actor, params.id)),
}));
