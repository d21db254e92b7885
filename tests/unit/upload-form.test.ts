import { describe, expect, it } from "vitest";
import { unavailable } from "@/lib/platform/database/outage";
import { takeUpload } from "@/lib/resources/uploads/form";

const boundary = "the-boundary";

const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const file = (content: string, name = "links.csv") => part(`name="file"; filename="${name}"`, content);
const end = `--${boundary}--\r\n`;

/** A request whose body comes in small pieces; `taken` is the number of pieces that were read. */
function sent(text: string, type = `multipart/form-data; boundary=${boundary}`, size = 100) {
  const bytes = Buffer.from(text);
  const state = { taken: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const start = size * state.taken++;
        if (start < bytes.length) controller.enqueue(bytes.subarray(start, start + size));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { request: { headers: new Headers({ "content-type": type }), body }, state };
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe("a form with a file", () => {
  it("returns the file's name, its content and the fields before it", async () => {
    const { request } = sent(
      part('name="domain"', "7") + file("url\nhttps://é.example/\n".repeat(50), "été.csv") + end,
    );
    const got = await takeUpload(request, async ({ name, fields, chunks }) => [name, fields, await textOf(chunks)]);
    expect(got).toEqual(["été.csv", { domain: "7" }, "url\nhttps://é.example/\n".repeat(50)]);
  });

  it("is read no faster than the file is used", async () => {
    const { request, state } = sent(file("x".repeat(1_000_000)) + end, undefined, 1_000);
    const read = await takeUpload(request, async ({ chunks }) => {
      for await (const _ of chunks) {
        await new Promise((later) => setTimeout(later, 20));
        return state.taken;
      }
    });
    expect(read).toBeLessThan(500);
    expect(state.taken).toBeGreaterThan(1_000);
  });

  it("is read to its end if the file is rejected, so that the error arrives", async () => {
    const { request, state } = sent(file("x".repeat(100_000)) + end, undefined, 1_000);
    const refused = takeUpload(request, async ({ chunks }) => {
      for await (const _ of chunks) throw new Error("no");
    });
    await expect(refused).rejects.toThrow("no");
    expect(state.taken).toBeGreaterThan(100);
  });

  it.each([
    ["without a file", part('name="domain"', "7") + end],
    ["where none was chosen", file("", "") + end],
  ])("is rejected %s", async (_, text) => {
    const refused = takeUpload(sent(text).request, async ({ chunks }) => textOf(chunks));
    await expect(refused).rejects.toMatchObject({ kind: "invalid", message: "Please choose a file." });
  });

  it("is rejected if it is not a form", async () => {
    const { request } = sent("url\n", "text/csv");
    await expect(takeUpload(request, async () => 1)).rejects.toMatchObject({ kind: "invalid" });
  });

  it("is rejected if it ends early, and the file's reader gets the error", async () => {
    let heard: unknown;
    const refused = takeUpload(sent(file("x".repeat(5_000))).request, async ({ chunks }) => {
      await textOf(chunks).catch((error: unknown) => {
        heard = error;
        throw error;
      });
    });
    await expect(refused).rejects.toMatchObject({ fields: [{ path: "file", code: "file_incomplete" }] });
    expect(heard).toBeInstanceOf(Error);
  });

  // Each file ends while its reader is slow, as on a busy machine.
  it.each([
    ["is too large", "file_too_large", undefined],
    ["breaks off", "file_incomplete", Object.assign(new Error("aborted"), { code: "ECONNRESET" })],
    ["breaks off", "file_incomplete", Object.assign(new Error("write EPIPE"), { code: "EPIPE" })],
  ])("that %s never looks like a lost database", async (_, code, broken) => {
    const piece = new Uint8Array(4 * 2 ** 20).fill(120);
    let pieces = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (pieces++ === 0) controller.enqueue(new Uint8Array(Buffer.from(file("").slice(0, -2))));
        else if (broken && pieces > 3) controller.error(broken);
        else controller.enqueue(piece);
      },
    });
    const headers = new Headers({ "content-type": `multipart/form-data; boundary=${boundary}` });
    const error = await takeUpload({ headers, body }, async ({ chunks }) => {
      await new Promise((later) => setTimeout(later, 50));
      await textOf(chunks);
    }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fields: [{ path: "file", code }] });
    expect(unavailable(error)).toBeUndefined();
  });
});
