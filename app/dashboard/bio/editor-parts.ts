import { withoutScheme } from "@/components/ui/without-scheme";
import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/env";
import { listPixels } from "@/lib/pixels/service";

/** What the editor shows beside the page itself. */
export async function editorParts(actor: Actor) {
  const { rows } = await listPixels(actor, { page: 1, limit: 100 });
  return {
    base: withoutScheme(`${baseUrl()}/b/`),
    pixels: rows.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}
