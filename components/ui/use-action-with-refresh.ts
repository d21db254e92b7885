import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import { notifyFailed, notifyWarnings } from "./notify";
import { useSafeAction } from "./use-safe-action";

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
