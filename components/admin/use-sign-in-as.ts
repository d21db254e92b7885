import { useTransition } from "react";
import { notifyFailed } from "@/components/ui/notify";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type SignInAsAction = (id: number) => Promise<ActionResult<null>>;

/** Returns a function that logs an administrator in as a user. */
export function useSignInAs(signInAs: SignInAsAction) {
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const enter = (id: number) =>
    startTransition(async () => {
      const result = await safely(confirmed(() => signInAs(id)));
      // A full page load drops all cached pages of the administrator's own account.
      if (result.ok) window.location.assign("/dashboard/links");
      else notifyFailed(result.error);
    });
  return { enter, pending };
}
