import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/bio/operations";
import { presentBioPage } from "@/lib/bio/presenter";
import { listBioPages } from "@/lib/bio/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listBioPages,
  async ({ actor, query }) => {
    const page = pageOf(query);
    return presentPage(page, await listBioPages(actor, page), "bio", presentBioPage);
  },
);
