import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";

export function useUserDeletion(remove: DeleteAction) {
  const t = useTranslations("admin.deletion");
  return ({ id, username, links }: { id: number; username: string; links: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, username, links }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: username },
  });
}
