import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/ownership-transfers/schema";
import { previewOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.previewHandover,
  async ({ actor, body }) => ({
    contents: await previewOwnershipTransfer(actor, body),
  }),
);
