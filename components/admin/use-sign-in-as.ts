import { useTransition } from "react";
import { notifyFailed } from "@/components/ui/notify";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionRefusal } from "@/lib/contract/action-result";

export type SignInAsAction = (id: number) => Promise<ActionRefusal>;

/** Returns a function that logs an administrator in as a user. */
export function useSignInAs(signInAs: SignInAsAction) {
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const enter = (id: number) =>
    startTransition(async () => {
      const { error } = await safely(confirmed(() => signInAs(id)));
      notifyFailed(error);
    });
  return { enter, pending };
}
