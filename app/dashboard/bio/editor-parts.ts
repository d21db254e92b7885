import { withoutScheme } from "@/components/ui/without-scheme";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/db";
import { baseUrl } from "@/lib/platform/env";
import { ownChoices } from "../own-choices";

/** What the editor shows beside the page itself. */
export const editorParts = async (actor: Actor) => ({
  base: withoutScheme(`${baseUrl()}/b/`),
  pixels: await ownChoices(db.pixel, actor, "pixel"),
});
