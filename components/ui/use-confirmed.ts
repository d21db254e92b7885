import { createContext, useContext } from "react";
import type { ActionResult, Confirmation } from "@/lib/contract/action-result";

/** Asks who sits there to show that it is them; false where they do not care to. */
export const ConfirmationContext = createContext<(confirmation: Confirmation) => Promise<boolean>>(async () => false);

/**
 * A function that runs a server action and, where that wants to know first that it is really the user, has them asked and
 * runs it again with what it was given.
 */
export function useConfirmed() {
  const ask = useContext(ConfirmationContext);
  return async <Answer extends ActionResult<unknown> | null>(run: () => Promise<Answer>): Promise<Answer> => {
    const answer = await run();
    if (!answer || answer.ok || !answer.confirmation) return answer;
    return (await ask(answer.confirmation)) ? run() : answer;
  };
}
