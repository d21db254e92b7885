import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/handovers/operations";
import { previewHandover } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.previewHandover,
  async ({ actor, body }) => ({
    contents: await previewHandover(actor, body),
  }),
);
