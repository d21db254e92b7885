import { endpoint } from "@/lib/http/endpoint";
import { presentOwnershipTransfer } from "@/lib/resources/ownership-transfers/presenter";
import { showHandover } from "@/lib/resources/ownership-transfers/schema";
import { getCurrentContents, getOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showHandover, async ({ actor, params }) => {
  const handover = await getOwnershipTransfer(actor, params.id);
  const data = presentOwnershipTransfer(actor, handover);
  return { data, contents: data.status === "open" ? await getCurrentContents(handover) : null };
});
