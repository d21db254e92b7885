import { invalid } from "@/lib/contract/errors";
import { maxUploadBytes } from "@/lib/resources/uploads/form";

/** Of a file: in memory is no more than a few of its entries at a time. */
export const maxFileBytes = maxUploadBytes;

/** Of one entry, in characters: a line of a table, an object of a list, or a value in front of that list. */
export const maxEntryLength = 256 * 2 ** 10;

/** Fields of one entry, columns of a table. */
export const maxFields = 1_000;

/** Levels of lists and objects in each other. */
export const maxDepth = 32;

export const invalidFile = (message: string) => invalid("file", message);

export const notJson = () => invalidFile("This file is neither valid JSON nor JSON Lines.");

export const entryTooLarge = () =>
  invalidFile(
    `One entry of this file is larger than ${maxEntryLength / 2 ** 10} KiB. Perhaps a quotation mark is missing.`,
  );

export const tooManyFields = () =>
  invalidFile(`One entry of this file has more than ${maxFields.toLocaleString("en")} fields.`);

export const tooDeep = () => invalidFile(`Lists and objects in this file are nested more than ${maxDepth} deep.`);

/** Whether lists and objects are in each other no deeper than `left` levels. */
export const isShallow = (value: unknown, left = maxDepth): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((member) => isShallow(member, left - 1)));
