import { unstable_rethrow } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ActionRefusal } from "@/lib/contract/action-result";

/**
 * Returns a function that awaits a server action. If the server cannot be reached, it resolves to a refusal with the
 * `values` that were sent.
 */
export function useSafeAction() {
  const t = useTranslations("ui");
  return <Answer>(action: Promise<Answer>, values?: ActionRefusal["values"]): Promise<Answer | ActionRefusal> =>
    action.catch((error) => {
      // A redirecting action throws a router error, which must reach the router.
      unstable_rethrow(error);
      return { ok: false, error: t("unreachable"), errors: {}, values };
    });
}
