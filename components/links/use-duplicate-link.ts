import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { SavedLink } from "./saved-link";

export type DuplicateLinkAction = (id: number) => Promise<ActionResult<SavedLink>>;

/** Returns a function that copies a link and opens the copy in the editor. */
export function useDuplicateLink(duplicate: DuplicateLinkAction) {
  const t = useTranslations("links");
  const safely = useSafeAction();
  const leadOn = useNavigate();
  return (id: number) =>
    startTransition(async () => {
      const result = await safely(duplicate(id));
      if (!result.ok) return notifyFailed(result.error);
      notifyDone(t("duplicated"), withoutScheme(result.value.shortUrl));
      leadOn(`/dashboard/links/${result.value.id}/edit`);
    });
}
