import { splashContent } from "@/lib/resources/splash-pages/schema";
import type { Answer } from "@/lib/visits/core/answer";
import { draftPage } from "@/lib/visits/pages/draft";
import { drawable } from "@/lib/visits/pages/drawable";
import { splashParts } from "@/lib/visits/pages/splash-page";
import { type LanguageRequest, visitorWords } from "@/lib/visits/pages/words";

/** Draws a splash page that is being edited. */
export function splashPreview(draft: unknown, request: LanguageRequest): Answer {
  const content = drawable(splashContent, draft, { title: "…" }) ?? { title: "…" };
  return draftPage(splashParts(content, "#", visitorWords(request)));
}
