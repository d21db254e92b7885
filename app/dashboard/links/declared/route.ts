import { charge, costs } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { destination } from "@/lib/contract/link-fields";
import { declaredOf } from "@/lib/resources/links/declared";

/** What the page at `?url=` says that previews of it show. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return new Response(null, { status: 401 });
  const address = destination().safeParse(new URL(request.url).searchParams.get("url"));
  // No failure of the request: that the page cannot be asked is the answer.
  const declared = address.success
    ? await charge(costs.fetch).then(
        () => declaredOf(actor, address.data),
        () => null,
      )
    : null;
  // Whoever tries again asks again: it may have been for a moment.
  return Response.json(declared, { headers: { "Cache-Control": declared ? "private, max-age=600" : "no-store" } });
}
