import { endpoint } from "@/lib/http/endpoint";
import { showHandover } from "@/lib/resources/handovers/operations";
import { presentHandover } from "@/lib/resources/handovers/presenter";
import { contentsNow, getHandover } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showHandover, async ({ actor, params }) => {
  const handover = await getHandover(actor, params.id);
  const data = presentHandover(actor, handover);
  return { data, contents: data.status === "open" ? await contentsNow(handover) : null };
});
