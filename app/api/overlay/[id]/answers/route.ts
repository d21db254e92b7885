import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import { listAnswers } from "@/lib/overlays/answers";
import { listOverlayAnswers } from "@/lib/overlays/operations";
import { presentAnswer } from "@/lib/overlays/presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  listOverlayAnswers,
  async ({ actor, params, query }) => {
    const page = pageOf(query);
    return presentPage(page, await listAnswers(actor, params.id, page), "answers", presentAnswer);
  },
);
