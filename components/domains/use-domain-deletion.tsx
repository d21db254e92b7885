import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { ActionResult } from "@/lib/action-result";

export type DeleteDomainAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a domain is deleted. */
export function useDomainDeletion(remove: DeleteDomainAction) {
  const t = useTranslations("domains.deletion");
  return ({ id, host }: { id: number; host: string }): Deletion => ({
    title: t("title"),
    consequences: t.rich("text", { b: (words) => <b>{words}</b>, host }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: host },
  });
}
