import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MANIFEST } from "./manifest";
import { isBackupName, type Place } from "./place";
import { isLineName } from "./wal-pieces";

export function folderPlace(where: string): Place {
  const root = resolve(where);
  return {
    name: root,
    async list() {
      const names = existsSync(root) ? (await readdir(root)).filter(isBackupName).sort() : [];
      return names.map((name) => ({ name, complete: existsSync(join(root, name, MANIFEST)) }));
    },
    async write(backup, file, content) {
      const folder = join(root, backup);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Writes under another name first, so that a file with its final name is always complete.
      const path = join(folder, file);
      await pipeline(content, createWriteStream(`${path}.new`, { mode: 0o600, flush: true }));
      await rename(`${path}.new`, path);
    },
    read(backup, file) {
      const path = join(root, backup, file);
      return opened(createReadStream(path, { highWaterMark: 256 * 1024 }), path);
    },
    async remove(backup) {
      // The manifest goes first, because it marks the backup as complete.
      await rm(join(root, backup, MANIFEST), { force: true });
      await rm(join(root, backup), { recursive: true, force: true });
    },
    async wal() {
      const lines = existsSync(root) ? (await readdir(root)).filter(isLineName) : [];
      const files = lines.map(async (line) => (await readdir(join(root, line))).map((file) => ({ line, file })));
      return (await Promise.all(files)).flat();
    },
    removeFile: (backup, file) => rm(join(root, backup, file), { force: true }),
  };
}

function opened<T extends Readable>(stream: T, path: string): Promise<T> {
  return new Promise((done, fail) => {
    stream.once("open", () => done(stream));
    stream.once("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "ENOENT" ? new Error(`There is no ${path}.`) : error),
    );
  });
}
