import { Readable } from "node:stream";
import { bytesOf } from "./coding";
import type { BackupFile } from "./manifest";
import type { Place } from "./place";

const AHEAD = 4;
/** A larger file takes long to load anyway. Small ones are in memory as a whole. */
const SMALL_BYTES = 4 * 2 ** 20;

/** Reads the files of a backup. While one is loaded, the small ones after it are loaded too: a store may take seconds for each. */
export class ReadAhead {
  private readonly loaded = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly place: Place,
    private readonly backup: string,
    private readonly files: BackupFile[],
  ) {}

  async open(name: string): Promise<Readable> {
    const known = this.loaded.get(name);
    this.loaded.delete(name);
    const next = this.files.slice(this.files.findIndex((file) => file.name === name) + 1).slice(0, AHEAD);
    for (const { name, bytes } of next)
      if (bytes <= SMALL_BYTES && this.loaded.size < AHEAD && !this.loaded.has(name))
        this.loaded.set(name, this.load(name));
    return known ? Readable.from([await known]) : this.place.read(this.backup, name);
  }

  private load(name: string): Promise<Buffer> {
    const content = this.place.read(this.backup, name).then(bytesOf);
    // Its reader gets the error, if there is one.
    content.catch(() => {});
    return content;
  }
}
