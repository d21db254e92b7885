import { useTransition } from "react";
import { notifyFailed } from "@/components/ui/notify";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type SignInAsAction = (id: number) => Promise<ActionResult<null>>;

/** A function that leads an administrator into a user's account. */
export function useSignInAs(signInAs: SignInAsAction) {
  const reach = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const enter = (id: number) =>
    startTransition(async () => {
      const result = await reach(confirmed(() => signInAs(id)));
      // Nothing stays of the pages that the administrator saw.
      if (result.ok) window.location.assign("/dashboard/links");
      else notifyFailed(result.error);
    });
  return { enter, pending };
}
