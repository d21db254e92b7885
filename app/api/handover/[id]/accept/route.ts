import { endpoint } from "@/lib/http/endpoint";
import { acceptOwnershipTransfer } from "@/lib/resources/ownership-transfers/accept";
import * as operations from "@/lib/resources/ownership-transfers/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.acceptHandover,
  async ({ actor, params }) => {
    await acceptOwnershipTransfer(actor, params.id);
    return { message: "The transfer has been accepted." };
  },
);
