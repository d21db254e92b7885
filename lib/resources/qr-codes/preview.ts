import type { QrCode } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { hmac } from "@/lib/auth/secrets";
import { contrastOf } from "@/lib/contract/contrast";
import type { FieldError } from "@/lib/contract/errors";
import { plainColours } from "@/lib/resources/drawing/look";
import { studio } from "@/lib/resources/drawing/studio";
import { randomAlias } from "@/lib/resources/links/random-alias";
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
  const { foreground = plainColours.foreground, background = plainColours.background } = input;
  // Of other types the picture does not hold the content, which may still be half typed.
  const payload = input.type === "wifi" ? payloadOf(code, await readContent("wifi", input.data)) : scanUrlOf(code);
  const picture = { payload, foreground, background, logo: await logoFor(actor, input.logo, stored) };
  const { png, refusal } = await studio().have("preview", picture, actor);
  return {
    picture: `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    contrast: contrastOf(foreground, background),
    refusal,
  };
}

/** A stored code keeps its logo, whatever its address leads to by now. */
async function logoFor(actor: Actor, logo: string | undefined, stored: QrCode | null): Promise<Uint8Array | null> {
  if (!logo) return null;
  return stored?.logo === logo ? logoOf(stored.id) : readLogo(actor, logo);
}
