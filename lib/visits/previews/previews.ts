import { html } from "@/lib/contract/html";
import { z } from "@/lib/contract/zod";
import { type BioBlock, bioBlock } from "@/lib/resources/bio-pages/blocks";
import { createBioBody } from "@/lib/resources/bio-pages/schema";
import { listTargets } from "@/lib/resources/bio-pages/targets";
import { domainTheme, themedPages } from "@/lib/resources/domains/schema";
import { type OverlaySnapshot, overlayContents } from "@/lib/resources/overlays/content";
import { overlayType } from "@/lib/resources/overlays/schema";
import { splashContent } from "@/lib/resources/splash-pages/schema";
import { bioParts } from "@/lib/visits/bio-pages/page";
import type { Answer } from "@/lib/visits/core/answer";
import { passwordParts } from "@/lib/visits/links/pages";
import { overlayLayer } from "@/lib/visits/overlays/layer";
import { readBrand } from "@/lib/visits/pages/brand";
import { endedParts, missingParts } from "@/lib/visits/pages/notices";
import { type PageContent, page } from "@/lib/visits/pages/page";
import { splashParts } from "@/lib/visits/pages/splash-page";
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

/** A placeholder for any destination. */
const destination = html`<div class="page">${Array.from({ length: 12 }, () => html`<i></i>`)}</div>`;

// In a coupon, the script would show the copy button.
const style = `.page{padding:40px max(24px,12%);display:grid;grid-template-columns:repeat(3,1fr);gap:20px}
.page i{height:16px;border-radius:6px;background:var(--line);grid-column:span 3}.page i:nth-child(4n+1){height:120px;grid-column:span 3}.page i:nth-child(4n){grid-column:span 2}
.coupon [hidden]{display:block}`;

const sample = { text: "…", title: "…", question: "…", options: ["…", "… …"], code: "…" };

/** Draws an overlay that is being edited, over a placeholder page. */
export function overlayPreview(draft: unknown, request: LanguageRequest): Answer {
  const words = visitorWords(request);
  const { type, content } = z.object({ type: overlayType.catch("message"), content: z.unknown() }).parse(draft);
  const drawn = drawable(overlayContents[type] as z.ZodType, content, sample);
  const layer = drawn ? overlayLayer({ id: 0, type, content: drawn } as OverlaySnapshot, words, undefined, true) : null;
  return draftPage({
    language: words.locale,
    title: type,
    layout: "full",
    body: html`${destination}${layer?.body}`,
    style: `${layer?.style ?? ""}${style}`,
    policy: layer?.policy,
  });
}

/** Draws a splash page that is being edited. */
export function splashPreview(draft: unknown, request: LanguageRequest): Answer {
  const content = drawable(splashContent, draft, { title: "…" }) ?? { title: "…" };
  return draftPage(splashParts(content, "#", visitorWords(request)));
}

/** The preview of a page in a frame next to its editor. Its scripts do not run, and its links do not open. */
const draftPage = ({ script: _, headers: __, policy, ...still }: PageContent): Answer =>
  page({
    ...still,
    // The sandbox does not open windows.
    head: html`<base target="_blank">`,
    policy: { ...policy, "frame-ancestors": "'self'", sandbox: "allow-same-origin" },
  });

/**
 * Parses a draft by `schema` and fills in missing or invalid parts from `sample`. One entry in `sample` is used for a
 * whole list. Returns null if the result still cannot be drawn.
 */
export function drawable<Value>(schema: z.ZodType<Value>, draft: unknown, sample: unknown): Value | null {
  const parsed = schema.safeParse(draft);
  if (parsed.success) return parsed.data;
  const mended = parsed.error.issues.reduce((whole, { path }) => replaced(whole, path, sample), draft);
  return schema.safeParse(mended).data ?? null;
}

function replaced(value: unknown, [key, ...deeper]: PropertyKey[], sample: unknown): unknown {
  if (key === undefined) return sample;
  const part = memberOf(sample, typeof key === "number" ? 0 : key);
  const mended = replaced(memberOf(value, key), deeper, part);
  return Array.isArray(value) ? value.with(Number(key), mended) : { ...Object(value), [key]: mended };
}

const memberOf = (value: unknown, key: PropertyKey) => (value as Record<PropertyKey, unknown> | undefined)?.[key];
