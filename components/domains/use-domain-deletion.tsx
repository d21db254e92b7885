import { useTranslations } from "next-intl";
import { b } from "@/components/ui/b";
import type { DeleteAction, Deletion } from "@/components/ui/deletion";

/** What is asked before a domain is deleted. */
export function useDomainDeletion(remove: DeleteAction) {
  const t = useTranslations("domains.deletion");
  return ({ id, host }: { id: number; host: string }): Deletion => ({
    title: t("title"),
    consequences: t.rich("text", { b, host }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: host },
  });
}
