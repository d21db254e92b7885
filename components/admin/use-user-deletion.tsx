import { useTranslations } from "next-intl";
import { b } from "@/components/ui/b";
import type { DeleteAction, Question } from "@/components/ui/question";

/** What is asked before a user is deleted. */
export function useUserDeletion(remove: DeleteAction) {
  const t = useTranslations("admin.deletion");
  return ({ id, username, links }: { id: number; username: string; links: number }): Question => ({
    title: t("title"),
    consequences: t.rich("text", { b, username, links }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: username },
  });
}
