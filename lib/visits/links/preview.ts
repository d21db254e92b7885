import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { uploadSize } from "@/lib/resources/uploads/size";
import { visitorWords } from "@/lib/visits/pages/words";
import type { LinkVisit } from "./link-visit";
import { Outcome } from "./outcome";
import { previewPage } from "./pages";

/** Answers a bot with the link's own words and image. */
export async function answerPreview({ link, request }: LinkVisit, click?: RecordedClick): Promise<Outcome> {
  const size = link.metaImage === null ? null : await uploadSize(link.metaImage);
  return new Outcome("preview", { ...previewPage(link, visitorWords(request), size), click });
}
