import type { Actor } from "@/lib/auth/actor";
import { allowing, authorize } from "@/lib/auth/permissions";
import { hmac } from "@/lib/auth/secrets";
import { contrastOf } from "@/lib/contract/contrast";
import type { FieldError } from "@/lib/contract/errors";
import type { Design, NewDesign } from "@/lib/resources/drawing/design";
import { pictureOf, plainDesign, redesigned } from "@/lib/resources/drawing/designs";
import { studio } from "@/lib/resources/drawing/studio";
import { randomAlias } from "@/lib/resources/links/random-alias";
import { linkPayloadOf } from "@/lib/resources/links/short-url";
import { linkDesign, linkLogo } from "./link-design";
import { readLogo } from "./logo";
import { payloadOf, scanUrlOf } from "./payload";
import type { DrawQr } from "./schema";
import { getQrCode, logoOf, readContent } from "./service";

/** What a code would be, were it stored as it stands. */
export interface QrPreview {
  /** the very picture that `/qr/<code>` would answer, as a data URL */
  picture: string;
  contrast: number;
  /** why it would not be stored; null where our decoder has read it back */
  refusal: FieldError | null;
}

/**
 * The code that a draft has once it is stored, so that its picture can be drawn before. Whose drafts they are decides
 * it too: nobody can choose a code, such as one that somebody else has deleted and that is still printed.
 */
export const codeOfDraft = (actor: Actor, draft: string) =>
  randomAlias(() => hmac("qr-draft", `${actor.userId} ${draft}`));

export async function previewQrCode(actor: Actor, input: DrawQr): Promise<QrPreview> {
  authorize(actor, "qr:read");
  const stored = input.id === undefined ? null : await getQrCode(actor, input.id);
  const code = stored?.code ?? codeOfDraft(actor, input.draft);
  // Of other types the picture does not hold the content, which may still be half typed.
  const payload = input.type === "wifi" ? payloadOf(code, await readContent("wifi", input.data)) : scanUrlOf(code);
  const design = redesigned(plainDesign, input);
  // A stored code keeps its logo, whatever its address leads to by now.
  const isKept = stored !== null && stored.logo === design.logo;
  return drawn(actor, payload, design, isKept ? await logoOf(stored.id) : await logoAt(actor, design));
}

/** The code of a link, were it designed so. */
export async function previewLinkQr(actor: Actor, id: number, input: NewDesign): Promise<QrPreview> {
  authorize(actor, "links:read");
  const present = await linkDesign(actor, id);
  const design = redesigned(plainDesign, input);
  const isKept = present.design.logo === design.logo;
  const logo = isKept ? await linkLogo(present) : await logoAt(allowing(actor, "qr:read"), design);
  return drawn(actor, linkPayloadOf(present.link), design, logo);
}

const logoAt = async (actor: Actor, { logo }: Design) => (logo ? readLogo(actor, logo) : null);

async function drawn(actor: Actor, payload: string, design: Design, logo: Uint8Array | null): Promise<QrPreview> {
  const { foreground, background, gradient } = design;
  const { png, refusal } = await studio().have("preview", pictureOf(payload, design, logo), actor);
  const colours = [foreground, ...(gradient ? [gradient.color] : [])];
  return {
    picture: `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    contrast: Math.min(...colours.map((colour) => contrastOf(colour, background))),
    refusal,
  };
}
