import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";

/** Asks for confirmation, then deletes a channel. */
export function useChannelDeletion(remove: DeleteAction) {
  const t = useTranslations("channels.deletion");
  return ({ id, name, items }: { id: number; name: string; items: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, name, items }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
