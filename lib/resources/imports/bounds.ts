import { refusedField } from "@/lib/contract/errors";
import { maxUploadBytes } from "@/lib/resources/uploads/form";

/** The largest file. Only a few of its entries are in memory at a time. */
export const maxFileBytes = maxUploadBytes;

/** The longest entry in characters: a line of a table, an object of a list, or a value before that list. */
export const maxEntryLength = 256 * 2 ** 10;

/** The most fields of one entry, or columns of a table. */
export const maxFields = 1_000;

/** The deepest nesting of lists and objects. */
export const maxDepth = 32;

export const notJson = () => refusedField("file", "file_not_json");

export const entryTooLarge = () => refusedField("file", "file_entry_too_large", { size: maxEntryLength / 2 ** 10 });

export const tooManyFields = () => refusedField("file", "file_entry_too_many_fields", { count: maxFields });

export const tooDeep = () => refusedField("file", "file_too_deep", { count: maxDepth });

/** Returns whether lists and objects are nested at most `left` levels deep. */
export const isShallow = (value: unknown, left = maxDepth): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((member) => isShallow(member, left - 1)));
