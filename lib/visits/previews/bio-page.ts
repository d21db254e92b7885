import { z } from "@/lib/contract/zod";
import { type BioBlock, bioBlock } from "@/lib/resources/bio-pages/blocks";
import { createBioBody } from "@/lib/resources/bio-pages/schema";
import { listTargets } from "@/lib/resources/bio-pages/targets";
import { bioParts } from "@/lib/visits/bio-pages/page";
import type { Answer } from "@/lib/visits/core/answer";
import { draftPage } from "@/lib/visits/pages/draft";
import { drawable } from "@/lib/visits/pages/drawable";
import { type LanguageRequest, visitorWords } from "@/lib/visits/pages/words";

const head = createBioBody.pick({ name: true, description: true, avatar: true, theme: true });
const list = z.object({ blocks: z.array(z.looseObject({ type: z.string() })).max(100) });

const url = "https://example.com/";

/** Sample content for incomplete blocks. A block type that is missing here is left out until it is complete. */
const samples: Record<string, object> = {
  link: { title: "…", url },
  social: { icons: [{ network: "instagram", url }] },
  contact: { name: "…" },
};

/** Draws a bio page that is being edited. */
export function bioPreview(draft: unknown, request: LanguageRequest): Answer {
  const { name, description = "", avatar = null, theme = {} } = drawable(head, draft, { name: "…" }) ?? { name: "…" };
  const drawn = (list.safeParse(draft).data?.blocks ?? []).map((block) =>
    drawable(bioBlock, block, samples[block.type]),
  );
  const blocks = drawn.filter((block): block is BioBlock => block !== null);
  const unseen = { slug: "", metaTitle: null, metaDescription: null, metaImage: null };
  const shown = { ...unseen, name, description, avatar, theme, blocks, targets: listTargets(blocks) };
  return draftPage(bioParts(shown, visitorWords(request), true));
}
