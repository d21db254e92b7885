import { unstable_rethrow, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import type { ActionRefusal, ActionResult } from "@/lib/contract/action-result";
import { notifyFailed, notifySignedOut, notifyWarnings } from "./notify";

/**
 * Returns a function that awaits a server action. If the server cannot be reached, it resolves to a refusal with the
 * `values` that were sent. People who are no longer logged in get a link to the log-in.
 */
export function useSafeAction() {
  const t = useTranslations("ui");
  return <Answer>(action: Promise<Answer>, values?: ActionRefusal["values"]): Promise<Answer | ActionRefusal> =>
    action.then(
      (answer) => {
        if ((answer as Partial<ActionRefusal> | null)?.signedOut) notifySignedOut();
        return answer;
      },
      (error) => {
        // A redirecting action throws a router error, which must reach the router.
        unstable_rethrow(error);
        return { ok: false, error: t("unreachable"), errors: {}, values };
      },
    );
}

/** Returns a function that runs a server action, shows a refusal or warnings, and renders the page again after success. */
export function useActionWithRefresh() {
  const safely = useSafeAction();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const run = <Value>(action: () => Promise<ActionResult<Value>>, whenDone?: (value: Value) => void) =>
    startTransition(async () => {
      const result = await safely(action());
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
      whenDone?.(result.value);
      notifyWarnings(result.warnings);
    });
  return { run, pending };
}
