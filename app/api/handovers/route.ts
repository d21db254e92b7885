import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/handovers/operations";
import { presentHandover } from "@/lib/resources/handovers/presenter";
import { listHandovers } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listHandovers,
  async ({ actor, page }) => {
    return presentPage(page, await listHandovers(actor, page), "handovers", (row) => presentHandover(actor, row));
  },
);
