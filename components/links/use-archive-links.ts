import { useTranslations } from "next-intl";
import { notifyUndoable } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";

/** Returns the ids of the links that were changed. */
export type ArchiveLinksAction = (ids: number[], archived: boolean) => Promise<ActionResult<number[]>>;

/** Returns a function that archives or unarchives links and offers to undo it. */
export function useArchiveLinks(archive: ArchiveLinksAction) {
  const t = useTranslations("links.archive");
  const { run } = useActionWithRefresh();
  return function archiveLinks(ids: number[], archived: boolean, whenDone = () => {}) {
    run(
      () => archive(ids, archived),
      (changed) => {
        whenDone();
        const title = t(archived ? "archived" : "back", { count: changed.length });
        notifyUndoable(title, () => changed.length > 0 && run(() => archive(changed, !archived)));
      },
    );
  };
}
