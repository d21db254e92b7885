import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/handovers/operations";
import { withdrawHandover } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.withdrawHandover,
  async ({ actor, params }) => {
    await withdrawHandover(actor, params.id);
    return { message: "The transfer has been withdrawn." };
  },
);
