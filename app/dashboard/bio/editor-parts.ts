import type { Actor } from "@/lib/auth/actor";
import { withoutScheme } from "@/lib/contract/readable-url";
import { db } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { listOwnedChoices } from "../_lib/choices";

/** The data that the editor needs besides the page. */
export const bioEditorData = async (actor: Actor) => ({
  base: withoutScheme(`${baseUrl()}/b/`),
  pixels: await listOwnedChoices(db.pixel, actor, "pixel"),
});
