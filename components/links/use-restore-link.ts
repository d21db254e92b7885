import { useTranslations } from "next-intl";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { SavedLink } from "./saved-link";

/** Restores a deleted link. Warns of what it did not get back. */
export type RestoreLinkAction = (id: number) => Promise<ActionResult<SavedLink>>;

/** Returns a function that restores a deleted link and announces it. */
export function useRestoreLink(restore: RestoreLinkAction) {
  const t = useTranslations("links.trash");
  const { run } = useActionWithRefresh();
  return (id: number) =>
    run(
      () => restore(id),
      ({ shortUrl }) => notifyDone(t("restored"), t("back", { url: withoutScheme(shortUrl) })),
    );
}
