import { z } from "./zod";

/** A file in a form. Only `picture` accepts it: for every other schema it has the wrong type. */
export class SentFile {
  /** Hidden from code that loops over the members of an input. */
  readonly #bytes: Uint8Array;
  #isTaken = false;

  /** `standIn` is the file's address in parsed input until the file is stored and has its own address. */
  constructor(
    readonly field: string,
    bytes: Uint8Array,
    readonly standIn: string,
  ) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Whether the file is in a field that accepts a picture. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): string {
    this.#isTaken = true;
    return this.standIn;
  }
}

/** The address of a picture, or the picture itself if it comes in a form. */
export const picture = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value instanceof SentFile ? value.take() : value), schema);

/** The same for a member of an object that is parsed later, once its type is known. */
export const pictureAt = <T extends z.ZodType>(member: string, schema: T) =>
  z.preprocess((value) => {
    const sent = (value as Record<string, unknown> | null | undefined)?.[member];
    return sent instanceof SentFile ? { ...(value as object), [member]: sent.take() } : value;
  }, schema);
