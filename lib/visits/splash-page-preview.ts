import { splashContent } from "@/lib/resources/splash-pages/schema";
import type { Answer } from "./answer";
import { draftPage } from "./pages/draft";
import { drawable } from "./pages/drawable";
import { splashParts } from "./pages/splash-page";

/** A splash page that is still being edited. */
export const splashPreview = (draft: unknown): Answer =>
  draftPage(splashParts(drawable(splashContent, draft, { title: "…" }) ?? { title: "…" }, "#"));
