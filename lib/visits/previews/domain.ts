import { z } from "@/lib/contract/zod";
import { domainTheme, themedPages } from "@/lib/resources/domains/theme";
import type { Answer } from "@/lib/visits/core/answer";
import { passwordParts } from "@/lib/visits/links/pages";
import { readBrand } from "@/lib/visits/pages/brand";
import { draftPage } from "@/lib/visits/pages/draft";
import { drawable } from "@/lib/visits/pages/drawable";
import { endedParts, missingParts } from "@/lib/visits/pages/notices";
import { type LanguageRequest, visitorWords } from "@/lib/visits/pages/words";

const host = z
  .string()
  .max(255)
  .refine((host) => URL.canParse(`https://${host}`));
const previewRequest = z.object({ host, page: z.enum(themedPages), theme: z.unknown().optional() });

const words = { title: "…" };

/** Draws one of a domain's pages while its owner edits their design. */
export function domainPreview(draft: unknown, request: LanguageRequest): Answer {
  const said = visitorWords(request);
  const sample = { host: "go.example.com", page: "missing" };
  const { host, page, theme } = drawable(previewRequest, draft, sample) ?? previewRequest.parse(sample);
  const drawn = drawable(domainTheme, theme, { missing: words, ended: words, password: words });
  const domain = { ownerId: 0, origin: `https://${host}`, theme: drawn };
  const password = { ...passwordParts(domain, said), brand: readBrand(domain) };
  const content = { password, ended: endedParts(domain, said), missing: null }[page] ?? missingParts(domain, said);
  return draftPage({ ...content, status: 200 });
}
