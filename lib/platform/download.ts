/** Lines are sent in chunks of about this many characters. */
const portion = 64 * 1024;

export const contentTypes = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" } as const;

/** A file that is sent while it is still being read, at the client's pace and of any size. */
export function download(
  fileName: string,
  contentType: string,
  parts: ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array>,
): Response {
  return new Response(parts instanceof ReadableStream ? parts : bytesOf(parts), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function bytesOf(parts: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = portions(parts);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: () => chunks.return(undefined).then(() => undefined),
  });
}

/** Joins lines into larger chunks; passes bytes on as they come. */
export async function* portions(
  parts: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, undefined> {
  let text = "";
  for await (const part of parts) {
    if (typeof part !== "string") {
      yield part;
      continue;
    }
    text += part;
    if (text.length < portion) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
