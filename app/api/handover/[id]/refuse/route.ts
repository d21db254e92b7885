import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/handovers/operations";
import { refuseHandover } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.refuseHandover,
  async ({ actor, params }) => {
    await refuseHandover(actor, params.id);
    return { message: "The transfer has been declined." };
  },
);
