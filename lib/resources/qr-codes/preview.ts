import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { measureContrast } from "@/lib/contract/colors";
import type { FieldError } from "@/lib/contract/errors";
import type { Design, NewDesign } from "@/lib/drawing/design";
import { describePicture, plainDesign, redesigned } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { hmac } from "@/lib/platform/secrets";
import { linkPayloadOf } from "@/lib/resources/links/short-url";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import { linkDesign, linkLogo } from "./link-design";
import { readLogo } from "./logo";
import { encodePayload, scanUrlOf } from "./payload";
import type { DrawQr } from "./schema";
import { getLogo, getQrCode, readContent } from "./service";

/** A preview of a code that has not been stored. */
export interface QrPreview {
  /** exactly the picture that `/qr/<code>` would return, as a data URL */
  picture: string;
  contrast: number;
  /** why it could not be stored; null if the decoders can read it */
  refusal: FieldError | null;
}

/**
 * Returns the code that a draft will have once it is stored, so that its picture can be drawn before. It depends on the
 * actor, so that no one can choose a code, for example a deleted one that is still printed.
 */
export const codeOfDraft = (actor: Actor, draft: string) =>
  randomAlias(() => hmac("qr-draft", `${actor.userId} ${draft}`));

export async function previewQrCode(actor: Actor, input: DrawQr): Promise<QrPreview> {
  authorize(actor, "qr:read");
  const stored = input.id === undefined ? null : await getQrCode(actor, input.id);
  const code = stored?.code ?? codeOfDraft(actor, input.draft);
  // The pictures of other types do not contain the content, which may be incomplete while a person types.
  const payload = input.type === "wifi" ? encodePayload(code, await readContent("wifi", input.data)) : scanUrlOf(code);
  const design = redesigned(plainDesign, input);
  // A stored code keeps its logo, even if the image at its address has changed.
  const isKept = stored !== null && stored.logo === design.logo;
  return drawn(actor, payload, design, isKept ? await getLogo(stored.id) : await logoAt(actor, design));
}

/** Previews a link's code with this design. */
export async function previewLinkQr(actor: Actor, id: number, input: NewDesign): Promise<QrPreview> {
  authorize(actor, "links:read");
  const present = await linkDesign(actor, id);
  const design = redesigned(plainDesign, input);
  const isKept = present.design.logo === design.logo;
  const logo = isKept ? await linkLogo(present) : await logoAt(withPermissions(actor, "qr:read"), design);
  return drawn(actor, linkPayloadOf(present.link), design, logo);
}

const logoAt = async (actor: Actor, { logo }: Design) => (logo ? readLogo(actor, logo) : null);

async function drawn(actor: Actor, payload: string, design: Design, logo: Uint8Array | null): Promise<QrPreview> {
  const { foreground, background, gradient } = design;
  const { png, refusal } = await studio().have("preview", describePicture(payload, design, logo), actor);
  const colours = [foreground, ...(gradient ? [gradient.color] : [])];
  return {
    picture: `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    contrast: Math.min(...colours.map((colour) => measureContrast(colour, background))),
    refusal,
  };
}
