import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { ActionResult } from "@/lib/action-result";

export type DeleteChannelAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a channel is deleted. */
export function useChannelDeletion(remove: DeleteChannelAction) {
  const t = useTranslations("channels.deletion");
  return ({ id, name, items }: { id: number; name: string; items: number }): Deletion => ({
    title: t("title"),
    consequences: t.rich("text", { b: (words) => <b>{words}</b>, name, items }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
