import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { ActionResult } from "@/lib/action-result";

export type DeleteUserAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a user is deleted. */
export function useUserDeletion(remove: DeleteUserAction) {
  const t = useTranslations("admin.deletion");
  return ({ id, username, links }: { id: number; username: string; links: number }): Deletion => ({
    title: t("title"),
    consequences: t.rich("text", { b: (words) => <b>{words}</b>, username, links }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: username },
  });
}
