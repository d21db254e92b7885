import { AppError } from "@/lib/contract/errors";

/** How long a body of up to a megabyte may take to arrive: 140 kbit/s are fast enough. */
export const BODY_WITHIN_MS = 60_000;

/** How long a file may take to arrive: 64 MiB in this time are 900 kbit/s. */
export const FILE_WITHIN_MS = 10 * 60_000;

/** Passes on the chunks of a body while they arrive. Throws if they have not all arrived within a minute. */
export async function* inTime(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("body_too_slow")), BODY_WITHIN_MS).unref();
  });
  late.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // It is not awaited, because a chunk may still be on its way.
    chunks.return?.().catch(() => undefined);
  }
}
