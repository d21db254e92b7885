import type { Actor } from "@/lib/auth/actor";
import { costs } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { id } from "@/lib/contract/fields";
import { parseUrl } from "@/lib/contract/url";
import { z } from "@/lib/contract/zod";
import { describePicture, plainDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { mediaTypes } from "@/lib/drawing/look";
import { Download } from "@/lib/platform/files/download";
import { aliasInShortUrl } from "@/lib/resources/links/short-url";
import { linkDesign, linkLogo } from "@/lib/resources/qr-codes/link-design";
import { fileAnswer } from "../../_lib/file-answer";

const wanted = z.object({
  of: z
    .string()
    .max(400)
    .refine((text) => aliasInShortUrl(text) !== null),
  link: id().optional(),
});

/** The QR code of the short URL `?of=`, which need not exist yet, in the design of the link `&link=`. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return new Response(null, { status: 401 });
  const parsed = wanted.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const address = parsed.success ? parseUrl(parsed.data.of) : null;
  if (!address) return new Response(null, { status: 404 });
  const headers = { "Content-Type": mediaTypes.svg, "Cache-Control": "private, max-age=600" };
  const draw = async (gone: AbortSignal) => {
    const { design, logo } = await designOf(actor, parsed.data?.link);
    const picture = describePicture(address.href, design, logo);
    return new Uint8Array((await studio().have("draw", { picture, format: "svg", pixels: 1024 }, actor, gone)).file);
  };
  return fileAnswer(request, () => new Download(headers, draw), costs.picture);
}

async function designOf(actor: Actor, link: number | undefined) {
  if (link === undefined) return { design: plainDesign, logo: null };
  const present = await linkDesign(actor, link);
  return { design: present.design, logo: await linkLogo(present) };
}
