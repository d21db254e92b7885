import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import { type RestoreLinkAction, useRestoreLink } from "./use-restore-link";

/** The confirmation before a link is deleted. Afterwards, a notification offers to restore it. */
export function useLinkDeletion(remove: DeleteAction, restore: RestoreLinkAction) {
  const t = useTranslations("links.deletion");
  const restoreLink = useRestoreLink(restore);
  return ({ id, shortUrl, clicks }: { id: number; shortUrl: string; clicks: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, url: shortUrl, clicks }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: shortUrl },
    undo: () => restoreLink(id),
  });
}
