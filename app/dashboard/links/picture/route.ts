import type { Actor } from "@/lib/auth/actor";
import { costs, requireBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { destination } from "@/lib/contract/link-fields";
import { studio } from "@/lib/drawing/drawing-processes";
import { isPicture } from "@/lib/drawing/image-type";
import { guardedFetch } from "@/lib/platform/network/guarded-fetch";
import { uploadCode } from "@/lib/resources/uploads/code";
import { publicImage } from "@/lib/resources/uploads/service";

/** The image at `?url=`, in the size of the editor's preview card. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return new Response(null, { status: 401 });
  const address = destination().safeParse(new URL(request.url).searchParams.get("url"));
  const picture = address.success ? await drawn(actor, address.data, request.signal) : null;
  if (!picture) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=600" },
  });
}

async function drawn(actor: Actor, address: string, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    await requireBudget(costs.fetch);
    const upload = uploadCode(address);
    const bytes = upload ? await publicImage(upload) : await guardedFetch(address);
    if (!bytes) return null;
    return isPicture(bytes)
      ? await studio().have("cardImage", { bytes, width: 960, height: 504 }, actor, signal)
      : null;
  } catch {
    // It cannot be fetched or drawn at the moment, or a limit was reached.
    return null;
  }
}
