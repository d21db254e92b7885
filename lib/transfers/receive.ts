import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/contract/errors";
import { transfers } from "./offload";

/** Stores what arrives in a temporary file while `use` needs it. */
export async function withFile<Value>(
  chunks: AsyncIterable<Uint8Array>,
  use: (path: string) => Promise<Value>,
): Promise<Value> {
  const started = transfers();
  const path = join(started?.folder ?? tmpdir(), `import-${randomUUID()}`);
  const take = async () => {
    try {
      await pipeline(chunks, createWriteStream(path, { flags: "wx", mode: 0o600 })).catch((error) => {
        throw error.code === "ENOSPC" ? noRoom() : error;
      });
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  };
  return started ? started.receive(take) : take();
}

const noRoom = () => new AppError("no_room");
