import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chained, collectBytes, decoded, decryptKey, type Encryption, Measure } from "./coding";
import { type BackupFile, KEY, MANIFEST, type Manifest, readManifest } from "./manifest";
import type { Place } from "./place";

/** An open backup. Reading a file returns exactly what was written, or throws. */
export interface OpenBackup {
  manifest: Manifest;
  where: string;
  /** Passes on a file's content, decrypted and decompressed. Throws if it is not what was written. */
  read(file: string, take: (content: Readable) => Promise<void>): Promise<void>;
}

/** @throws Error with a sentence if the backup is incomplete, is from a newer version, or cannot be decrypted */
export async function openBackup(place: Place, backup: string, encryption: Encryption): Promise<OpenBackup> {
  const where = `${place.name}/${backup}`;
  const complete = (await place.list()).find(({ name }) => name === backup)?.complete;
  if (complete === undefined) throw new Error(`There is no backup ${where}.`);
  if (!complete) throw new Error(`${where} was never finished: it has no ${MANIFEST}.`);
  const manifest = await loadManifest(place, backup);
  const key = manifest.encrypted
    ? await decryptKey(await collectBytes(await place.read(backup, KEY)), encryption)
    : undefined;
  return openWith(place, backup, manifest, key);
}

/** @throws Error with a sentence if this version cannot read the manifest */
export async function loadManifest(place: Place, backup: string): Promise<Manifest> {
  return readManifest((await collectBytes(await place.read(backup, MANIFEST))).toString(), `${place.name}/${backup}`);
}

/** Opens a backup whose manifest is known. The manifest may not be written yet. */
export function openWith(place: Place, backup: string, manifest: Manifest, key: string | undefined): OpenBackup {
  const where = `${place.name}/${backup}`;
  const ahead = new ReadAhead(place, backup, manifest.files);
  return {
    manifest,
    where,
    async read(name, take) {
      const file = manifest.files.find((one) => one.name === name);
      if (!file) throw new Error(`${where} is damaged: it has no ${name}.`);
      const measure = new Measure();
      try {
        await take(await decoded(chained(await ahead.open(name), measure), key));
        if (measure.bytes === file.bytes && measure.sha256() === file.sha256) return;
      } catch (error) {
        // Damaged bytes cause all kinds of errors. If the stored bytes are correct, the error itself is meaningful.
        if (await isStored(place, backup, file)) throw error;
      }
      throw new Error(`${where} is damaged: ${name} is not what was written.`);
    },
  };
}

/** Returns whether a stored file is exactly what was written. */
export async function isStored(place: Place, backup: string, { name, bytes, sha256 }: BackupFile): Promise<boolean> {
  const measure = new Measure();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(await place.read(backup, name), measure, nowhere);
  } catch {
    return false;
  }
  return measure.bytes === bytes && measure.sha256() === sha256;
}

const AHEAD = 4;
/** A larger file takes long to load anyway. Small ones are in memory as a whole. */
const SMALL_BYTES = 4 * 2 ** 20;

/** Reads the files of a backup. While one is loaded, the small ones after it are loaded too: a store may take seconds for each. */
class ReadAhead {
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
    const content = this.place.read(this.backup, name).then(collectBytes);
    // Its reader gets the error, if there is one.
    content.catch(() => {});
    return content;
  }
}
