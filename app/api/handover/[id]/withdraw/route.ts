import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/ownership-transfers/schema";
import { withdrawOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.withdrawHandover,
  async ({ actor, params }) => {
    await withdrawOwnershipTransfer(actor, params.id);
    return { message: "The transfer has been withdrawn." };
  },
);
