import { createContext, useContext } from "react";
import type { ActionResult, Confirmation } from "@/lib/contract/action-result";

/** Asks the user to confirm their identity. Resolves to false if they cancel. */
export const ConfirmationContext = createContext<(confirmation: Confirmation) => Promise<boolean>>(async () => false);

/**
 * Returns a function that runs a server action. If the action asks for a confirmation of the user's identity, it asks
 * the user and runs the action again.
 */
export function useConfirmed() {
  const ask = useContext(ConfirmationContext);
  return async <Answer extends ActionResult<unknown> | null>(run: () => Promise<Answer>): Promise<Answer> => {
    const answer = await run();
    if (!answer || answer.ok || !answer.confirmation) return answer;
    return (await ask(answer.confirmation)) ? run() : answer;
  };
}
