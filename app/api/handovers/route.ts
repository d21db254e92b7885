import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentOwnershipTransfer } from "@/lib/resources/ownership-transfers/presenter";
import * as operations from "@/lib/resources/ownership-transfers/schema";
import { listOwnershipTransfers } from "@/lib/resources/ownership-transfers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listHandovers,
  async ({ actor, page }) => {
    return presentPage(page, await listOwnershipTransfers(actor, page), "handovers", (row) =>
      presentOwnershipTransfer(actor, row),
    );
  },
);
