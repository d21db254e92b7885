import { endpoint } from "@/lib/http/endpoint";
import { acceptHandover } from "@/lib/resources/handovers/accept";
import * as operations from "@/lib/resources/handovers/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.acceptHandover,
  async ({ actor, params }) => {
    await acceptHandover(actor, params.id);
    return { message: "The transfer has been accepted." };
  },
);
