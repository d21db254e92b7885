import { searchEntries } from "@/components/docs/search-entries";
import { maySeeReference } from "../may-see-reference";

/** The index for the search of the reference, loaded when someone starts to search. */
export async function GET(): Promise<Response> {
  if (!(await maySeeReference())) return new Response("Not found", { status: 404 });
  return Response.json(await searchEntries(), {
    headers: { "Cache-Control": "private, max-age=300", Vary: "Accept-Language, Cookie" },
  });
}
