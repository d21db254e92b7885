import { searchEntries } from "@/components/docs/search-entries";

/** The index for the search of the reference, loaded when someone starts to search. */
export async function GET(): Promise<Response> {
  return Response.json(await searchEntries(), {
    headers: { "Cache-Control": "private, max-age=300", Vary: "Accept-Language, Cookie" },
  });
}
