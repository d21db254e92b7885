import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { QrType } from "@/generated/prisma/enums";
import type { ActionResult } from "@/lib/action-result";

export type DeleteQrAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a QR code is deleted. */
export function useQrDeletion(remove: DeleteQrAction) {
  const t = useTranslations("qr.deletion");
  return ({ id, name, type, scans }: { id: number; name: string; type: QrType; scans: number }): Deletion => ({
    title: t("title"),
    consequences: t.rich(type === "wifi" ? "textWifi" : "text", { b: (words) => <b>{words}</b>, name, scans }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
