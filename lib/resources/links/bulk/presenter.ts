import { englishOf } from "@/lib/contract/errors";
import type { ChangeUndone } from "./undo";

/** What an undo has done, or would do. */
export function presentUndone({ done, undone, left, refusals }: ChangeUndone) {
  const links = `${undone} ${undone === 1 ? "link" : "links"}`;
  const are = undone === 1 ? "is what it was" : "are what they were";
  const others = left > 0 ? ` ${left} could not be changed back.` : "";
  return {
    message: done ? `${links} ${are} before.${others}` : `${links} can be changed back, ${left} cannot.`,
    ...{ undone, left },
    refusals: refusals.map(({ why, ...link }) => ({ ...link, code: why.code, message: englishOf(why) })),
  };
}
