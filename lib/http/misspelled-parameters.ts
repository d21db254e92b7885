import { refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

/** Names that other services use for a parameter that we do not have. */
const namesOfOtherServices = ["sort"];

/** Removes differences in spelling style: capitals, underscores, hyphens, and the brackets of PHP. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns how many wrong letters still leave a name recognizable. A name of one or two letters must match exactly. */
const mostWrong = ({ length }: string) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/**
 * Refuses a query with a misspelled parameter. If it were ignored, the caller would take the whole list for the
 * filtered one. Names that resemble no parameter are ignored, as everywhere. `others` contains further names that are
 * understood.
 */
export function refuseMisspelledParameters(
  { query: schema }: Operation,
  query: Record<string, unknown>,
  others: object = {},
): void {
  if (!(schema instanceof z.ZodObject)) return;
  const known = [...Object.keys(schema.shape), ...Object.keys(others)];
  for (const name of Object.keys(query)) {
    if (known.includes(name) || namesOfOtherServices.includes(name)) continue;
    const meant = known.find((one) => plain(one) === plain(name)) ?? known.find((one) => isNear(plain(name), one));
    if (meant) throw refusedField(name, "parameter_misspelt", { meant });
  }
}

function isNear(name: string, meant: string): boolean {
  const most = mostWrong(meant);
  return most > 0 && Math.abs(name.length - meant.length) <= most && distanceOf(name, meant) <= most;
}

/**
 * Returns the number of letters to add, remove, replace or swap with their neighbor to turn one name into the other.
 */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
