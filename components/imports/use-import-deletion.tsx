import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { Import } from "@/generated/prisma/client";
import type { ActionResult } from "@/lib/action-result";

export type DeleteImportAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before an import is forgotten. */
export function useImportDeletion(remove: DeleteImportAction) {
  const t = useTranslations("imports.deletion");
  return ({ id, fileName, status }: Pick<Import, "id" | "fileName" | "status">): Deletion => ({
    title: t("title"),
    consequences: t.rich(status === "running" ? "textRunning" : "text", {
      b: (words) => <b>{words}</b>,
      file: fileName,
    }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: fileName },
  });
}
