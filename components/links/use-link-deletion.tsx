import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";

/** The confirmation before a link is deleted. */
export function useLinkDeletion(remove: DeleteAction) {
  const t = useTranslations("links.deletion");
  return ({ id, shortUrl, clicks }: { id: number; shortUrl: string; clicks: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, url: shortUrl, clicks }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: shortUrl },
  });
}
