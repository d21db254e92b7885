import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { listAnswers } from "@/lib/resources/overlays/answers";
import { presentAnswer } from "@/lib/resources/overlays/presenter";
import { listOverlayAnswers } from "@/lib/resources/overlays/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  listOverlayAnswers,
  async ({ actor, params, page }) => {
    return presentPage(page, await listAnswers(actor, params.id, page), "answers", presentAnswer);
  },
);
