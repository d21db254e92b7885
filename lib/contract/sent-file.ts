import { z } from "./zod";

/** A file in a form. Nothing but `picture` takes it: to every other schema it is of the wrong type. */
export class SentFile {
  /** Not to be found by what goes through the members of an input. */
  readonly #bytes: Uint8Array;
  #isTaken = false;

  /** `standIn` is an address that stands for it in what is parsed, until it is kept and has one of its own. */
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

  /** Whether it stands where a picture may stand. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): string {
    this.#isTaken = true;
    return this.standIn;
  }
}

/** The address of a picture, for which a form may hold the picture itself. */
export const picture = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value instanceof SentFile ? value.take() : value), schema);

/** The same of one member of an object that is parsed later, once it is known what it holds. */
export const pictureAt = <T extends z.ZodType>(member: string, schema: T) =>
  z.preprocess((value) => {
    const sent = (value as Record<string, unknown> | null | undefined)?.[member];
    return sent instanceof SentFile ? { ...(value as object), [member]: sent.take() } : value;
  }, schema);
