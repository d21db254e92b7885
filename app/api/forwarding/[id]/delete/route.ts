import { endpoint } from "@/lib/http/endpoint";
import { removeForwarding } from "@/lib/resources/forwardings/operations";
import { deleteForwarding } from "@/lib/resources/forwardings/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeForwarding, async ({ actor, params }) => {
  await deleteForwarding(actor, params.id);
  return { message: "The forwarding has been deleted." };
});
