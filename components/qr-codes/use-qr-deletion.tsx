import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { QrType } from "@/generated/prisma/enums";

export function useQrDeletion(remove: DeleteAction) {
  const t = useTranslations("qr.deletion");
  return ({
    id,
    name,
    type,
    scans,
  }: {
    id: number;
    name: string;
    type: QrType;
    scans: number;
  }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich(type === "wifi" ? "textWifi" : "text", { b, name, scans }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
