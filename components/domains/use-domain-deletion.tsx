import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";

/** The question before a domain is deleted. */
export function useDomainDeletion(remove: DeleteAction) {
  const t = useTranslations("domains.deletion");
  return ({ id, host }: { id: number; host: string }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, host }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: host },
  });
}
