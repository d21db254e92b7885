import { unstable_rethrow } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ActionRefusal } from "@/lib/contract/action-result";

/**
 * A function that waits for a server action: its answer, or a refusal where the server cannot be reached, with the
 * `values` that were sent.
 */
export function useSafeAction() {
  const t = useTranslations("ui");
  return <Answer>(action: Promise<Answer>, values?: ActionRefusal["values"]): Promise<Answer | ActionRefusal> =>
    action.catch((error) => {
      // An action that leads elsewhere ends in an error of the router's own.
      unstable_rethrow(error);
      return { ok: false, error: t("unreachable"), errors: {}, values };
    });
}
