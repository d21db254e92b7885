/** Lines are sent in chunks of about this many characters. */
const portion = 64 * 1024;

export const contentTypes = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" } as const;

type Content = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array>;
type Create = (gone: AbortSignal) => Content | Promise<Content>;

/**
 * A file that is created when a request is answered with it. A HEAD request gets its headers, and nothing is created.
 */
export class Download {
  /** `create` gets a signal that aborts when the reader has gone. */
  constructor(
    private readonly headers: Record<string, string>,
    private readonly create: Create,
  ) {}

  async answer({ method, signal }: Pick<Request, "method" | "signal">): Promise<Response> {
    const content = method === "HEAD" || signal.aborted ? null : await this.create(signal);
    const isStream = content === null || content instanceof Uint8Array || content instanceof ReadableStream;
    return new Response(isStream ? content : bytesOf(content), { headers: this.headers });
  }
}

/** A file to save, of any size. It can be sent at the client's pace while it is still being created. */
export const download = (fileName: string, contentType: string, create: Create): Download =>
  new Download(
    {
      "Content-Type": contentType,
      "Content-Disposition": attachment(fileName),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
    create,
  );

export const attachment = (fileName: string) => `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;

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
