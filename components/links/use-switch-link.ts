import { useTranslations } from "next-intl";
import { notifyUndoable } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { LinkStatus } from "@/lib/contract/link-state";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { UpdateLinkAction } from "./saved-link";

/** Returns a function that turns a link on or off and offers to undo it. */
export function useSwitchLink(update: UpdateLinkAction) {
  const t = useTranslations("links");
  const { run } = useActionWithRefresh();
  return function switchLink({ id, shortUrl, status }: { id: number; shortUrl: string; status: LinkStatus }) {
    const put = (wanted: LinkStatus) => () => update(id, { status: wanted });
    const turnsOn = status === "off";
    const name = withoutScheme(shortUrl);
    run(put(turnsOn ? "public" : "off"), () =>
      notifyUndoable(t(turnsOn ? "turnedOn" : "turnedOff", { name }), () => run(put(status))),
    );
  };
}
