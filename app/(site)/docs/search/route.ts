import { searchEntries } from "@/components/docs/search-entries";

/** What the search of the reference looks through. Asked for when somebody begins to search. */
export async function GET(): Promise<Response> {
  return Response.json(await searchEntries(), {
    headers: { "Cache-Control": "private, max-age=300", Vary: "Accept-Language, Cookie" },
  });
}
