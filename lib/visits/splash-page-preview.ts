import { splashContent } from "@/lib/resources/splash-pages/schema";
import type { Answer } from "./core/answer";
import { draftPage } from "./pages/draft";
import { drawable } from "./pages/drawable";
import { splashParts } from "./pages/splash-page";
import { type Asking, visitorWords } from "./pages/words";

/** Draws a splash page that is being edited. */
export function splashPreview(draft: unknown, request: Asking): Answer {
  const content = drawable(splashContent, draft, { title: "…" }) ?? { title: "…" };
  return draftPage(splashParts(content, "#", visitorWords(request)));
}
