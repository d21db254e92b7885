import { useTranslations } from "next-intl";
import { notifyUndoable } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { UpdateLinkAction } from "./saved-link";

/** Returns a function that turns a link on or off and offers to undo it. */
export function useSwitchLink(update: UpdateLinkAction) {
  const t = useTranslations("links");
  const { run } = useActionWithRefresh();
  return function switchLink({ id, shortUrl }: { id: number; shortUrl: string }, on: boolean) {
    const put = (status: boolean) => () => update(id, { status: status ? "public" : "private" });
    const name = withoutScheme(shortUrl);
    run(put(on), () => notifyUndoable(t(on ? "turnedOn" : "turnedOff", { name }), () => run(put(!on))));
  };
}
