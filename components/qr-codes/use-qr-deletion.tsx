import { useTranslations } from "next-intl";
import { b } from "@/components/ui/b";
import type { DeleteAction, Deletion } from "@/components/ui/deletion";
import type { QrType } from "@/generated/prisma/enums";

/** What is asked before a QR code is deleted. */
export function useQrDeletion(remove: DeleteAction) {
  const t = useTranslations("qr.deletion");
  return ({ id, name, type, scans }: { id: number; name: string; type: QrType; scans: number }): Deletion => ({
    title: t("title"),
    consequences: t.rich(type === "wifi" ? "textWifi" : "text", { b, name, scans }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
