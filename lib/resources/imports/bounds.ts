import { refusedField } from "@/lib/contract/errors";
import { maxUploadBytes } from "@/lib/resources/uploads/form";

/** Of a file: in memory is no more than a few of its entries at a time. */
export const maxFileBytes = maxUploadBytes;

/** Of one entry, in characters: a line of a table, an object of a list, or a value in front of that list. */
export const maxEntryLength = 256 * 2 ** 10;

/** Fields of one entry, columns of a table. */
export const maxFields = 1_000;

/** Levels of lists and objects in each other. */
export const maxDepth = 32;

export const notJson = () => refusedField("file", "file_not_json");

export const entryTooLarge = () => refusedField("file", "file_entry_too_large", { size: maxEntryLength / 2 ** 10 });

export const tooManyFields = () => refusedField("file", "file_entry_too_many_fields", { count: maxFields });

export const tooDeep = () => refusedField("file", "file_too_deep", { count: maxDepth });

/** Whether lists and objects are in each other no deeper than `left` levels. */
export const isShallow = (value: unknown, left = maxDepth): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((member) => isShallow(member, left - 1)));
