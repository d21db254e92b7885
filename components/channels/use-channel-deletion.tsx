import { useTranslations } from "next-intl";
import { b } from "@/components/ui/b";
import type { DeleteAction, Question } from "@/components/ui/question";

/** What is asked before a channel is deleted. */
export function useChannelDeletion(remove: DeleteAction) {
  const t = useTranslations("channels.deletion");
  return ({ id, name, items }: { id: number; name: string; items: number }): Question => ({
    title: t("title"),
    consequences: t.rich("text", { b, name, items }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
