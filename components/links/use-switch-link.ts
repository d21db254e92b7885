import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { notifyFailed, notifyUndoable } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { UpdateLinkAction } from "./saved-link";

/** Returns a function that turns a link on or off and offers to undo it. */
export function useSwitchLink(update: UpdateLinkAction) {
  const t = useTranslations("links");
  const safely = useSafeAction();
  const router = useRouter();
  return function switchLink({ id, shortUrl }: { id: number; shortUrl: string }, on: boolean) {
    const put = (status: boolean, whenDone: () => void) =>
      startTransition(async () => {
        const result = await safely(update(id, { status: status ? "public" : "private" }));
        if (!result.ok) return notifyFailed(result.error);
        router.refresh();
        whenDone();
      });
    const name = withoutScheme(shortUrl);
    put(on, () => notifyUndoable(t(on ? "turnedOn" : "turnedOff", { name }), () => put(!on, () => {})));
  };
}
