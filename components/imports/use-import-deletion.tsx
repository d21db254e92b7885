import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { Import } from "@/generated/prisma/client";

/** Asks for confirmation, then deletes an import. */
export function useImportDeletion(remove: DeleteAction) {
  const t = useTranslations("imports.deletion");
  return ({ id, fileName, status }: Pick<Import, "id" | "fileName" | "status">): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich(status === "running" ? "textRunning" : "text", {
      b,
      file: fileName,
    }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: fileName },
  });
}
