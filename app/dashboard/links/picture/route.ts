import sharp from "sharp";
import { currentActor } from "@/lib/auth/session";
import { guardedFetch } from "@/lib/guarded-fetch";
import { destination } from "@/lib/links/fields";

const formats = ["png", "jpeg", "webp", "gif"];

/** The picture at `?url=`, as large as the card in the editor shows it. */
export async function GET(request: Request) {
  if (!(await currentActor())) return new Response(null, { status: 401 });
  const address = destination().safeParse(new URL(request.url).searchParams.get("url"));
  const picture = address.success ? await drawn(address.data) : null;
  if (!picture) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/webp", "Cache-Control": "private, max-age=600" },
  });
}

async function drawn(address: string): Promise<Buffer | null> {
  try {
    const image = sharp(await guardedFetch(address), { limitInputPixels: 25_000_000 });
    if (!formats.includes((await image.metadata()).format)) return null;
    return await image.rotate().resize(960, 504, { fit: "cover" }).webp().toBuffer();
  } catch {
    // It cannot be fetched, or cannot be read.
    return null;
  }
}
