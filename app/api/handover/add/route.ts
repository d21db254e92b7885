import { endpoint } from "@/lib/http/endpoint";
import { addHandover } from "@/lib/resources/ownership-transfers/schema";
import { createOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addHandover, async ({ actor, body }) => {
  const handover = await createOwnershipTransfer(actor, body);
  return { id: handover.id };
});
