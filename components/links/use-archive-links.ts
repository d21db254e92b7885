import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

/** Returns the ids of the links that were changed. */
export type ArchiveLinksAction = (ids: number[], archived: boolean) => Promise<ActionResult<number[]>>;

/** Returns a function that archives or unarchives links and offers to undo it. */
export function useArchiveLinks(archive: ArchiveLinksAction) {
  const t = useTranslations("links.archive");
  const safely = useSafeAction();
  const router = useRouter();
  return function archiveLinks(ids: number[], archived: boolean, whenDone = () => {}) {
    const put = (some: number[], to: boolean, then: (changed: number[]) => void) =>
      startTransition(async () => {
        const result = await safely(archive(some, to));
        if (!result.ok) return notifyFailed(result.error);
        router.refresh();
        then(result.value);
      });
    put(ids, archived, (changed) => {
      whenDone();
      const title = t(archived ? "archived" : "back", { count: changed.length });
      notifyUndoable(title, () => changed.length > 0 && put(changed, !archived, () => {}));
    });
  };
}
