/** Lines are sent in portions of about this many characters. */
const portion = 64 * 1024;

export const contentTypes = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" } as const;

/** A file that is sent while its lines are still being read, however many there are, and as fast as they are taken. */
export function download(
  fileName: string,
  contentType: string,
  lines: ReadableStream<Uint8Array> | AsyncIterable<string>,
): Response {
  return new Response(lines instanceof ReadableStream ? lines : bytesOf(lines), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function bytesOf(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const texts = portions(lines);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => texts.return(undefined).then(() => undefined),
  });
}

export async function* portions(lines: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length < portion) continue;
    yield text;
    text = "";
  }
  yield text;
}
