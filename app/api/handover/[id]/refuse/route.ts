import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/ownership-transfers/schema";
import { refuseOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.refuseHandover,
  async ({ actor, params }) => {
    await refuseOwnershipTransfer(actor, params.id);
    return { message: "The transfer has been declined." };
  },
);
