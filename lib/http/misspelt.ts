import { refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

/** What other services call something that none of our parameters means. */
const customary = ["sort"];

/** Written without what people write differently: capitals, underscores, hyphens, and the brackets of PHP. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Wrong letters that still leave a name recognizable. One or two letters are a name of their own. */
const mostWrong = ({ length }: string) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/**
 * Refuses a query with a name that looks like a parameter of the operation misspelt: the caller would take the whole list
 * for what the filter finds. Any other name is ignored, as everywhere. `others` has further names that are understood.
 */
export function refuseMisspelt(
  { query: schema }: Operation,
  query: Record<string, unknown>,
  others: object = {},
): void {
  if (!(schema instanceof z.ZodObject)) return;
  const known = [...Object.keys(schema.shape), ...Object.keys(others)];
  for (const name of Object.keys(query)) {
    if (known.includes(name) || customary.includes(name)) continue;
    const meant = known.find((one) => plain(one) === plain(name)) ?? known.find((one) => isNear(plain(name), one));
    if (meant) throw refusedField(name, "parameter_misspelt", { meant });
  }
}

function isNear(name: string, meant: string): boolean {
  const most = mostWrong(meant);
  return most > 0 && Math.abs(name.length - meant.length) <= most && distanceOf(name, meant) <= most;
}

/** How many letters must be added, left out, replaced or swapped with their neighbor to turn one name into the other. */
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
