import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import { withoutScheme } from "@/lib/contract/without-scheme";

export function useBioDeletion(remove: DeleteAction) {
  const t = useTranslations("bio.deletion");
  return ({ id, name, link }: { id: number; name: string; link: string }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, name, link: withoutScheme(link) }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
