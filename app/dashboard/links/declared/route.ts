import { costs, requireBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { destination } from "@/lib/contract/link-fields";
import { fetchDeclared } from "@/lib/resources/links/destinations/declared";

/** The preview data that the page at `?url=` declares. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return new Response(null, { status: 401 });
  const address = destination().safeParse(new URL(request.url).searchParams.get("url"));
  // A page that cannot be fetched is a normal result, not an error.
  const declared = address.success
    ? await requireBudget(costs.fetch).then(
        () => fetchDeclared(actor, address.data),
        () => null,
      )
    : null;
  // A failure may be temporary, so it is not cached.
  return Response.json(declared, { headers: { "Cache-Control": declared ? "private, max-age=600" : "no-store" } });
}
