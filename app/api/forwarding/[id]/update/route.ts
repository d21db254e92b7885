import { endpoint } from "@/lib/http/endpoint";
import { changeForwarding } from "@/lib/resources/forwardings/operations";
import { updateForwarding } from "@/lib/resources/forwardings/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeForwarding,
  async ({ actor, params, body }) => {
    await updateForwarding(actor, params.id, body);
    return { message: "The forwarding has been changed." };
  },
);
