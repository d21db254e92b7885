import { useTranslations } from "next-intl";
import type { ActionResult } from "@/lib/action-result";

/** A function that waits for a server action: its answer, or a refusal where the server cannot be reached. */
export function useReach() {
  const t = useTranslations("ui");
  return <Value>(action: Promise<ActionResult<Value>>): Promise<ActionResult<Value>> =>
    action.catch(() => ({ ok: false, error: t("unreachable"), errors: {} }));
}
