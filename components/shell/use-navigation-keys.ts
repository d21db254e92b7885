import { useRouter } from "next/navigation";
import { useEffect, useMemo } from "react";
import { useLeave } from "@/components/ui/leave-guard";
import { focusedLink, linkKeys, useLinkKeys } from "./link-keys";
import type { listDestinations } from "./navigation";

/** `g` and a page's key open that page, `?` opens the list of shortcuts, and some keys act on the current link. */
export function useNavigationKeys(
  destinations: ReturnType<typeof listDestinations>[number]["entries"],
  openList: () => void,
) {
  const router = useRouter();
  const leave = useLeave();
  const act = useLinkKeys();
  useKeys(
    useMemo(
      () => ({
        "?": openList,
        ...Object.fromEntries(
          linkKeys.map((key) => [
            key,
            () => {
              const link = focusedLink();
              return link ? act(key, link) : false;
            },
          ]),
        ),
        ...Object.fromEntries(destinations.map(({ key, href }) => [`g ${key}`, () => leave(() => router.push(href))])),
      }),
      [destinations, router, leave, openList, act],
    ),
  );
}

const sequenceMs = 1_500;
const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/**
 * Runs the action of a key, or of two keys in a row ("g l"). If the action returns false, it has nothing to act on. Any
 * other key activates the element with that `data-hotkey`: it focuses an input or clicks a button. Does nothing while
 * the user is typing or a dialog is open.
 */
function useKeys(bindings: Record<string, () => unknown>) {
  useEffect(() => {
    let first = "";
    let forget: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const keys = first ? `${first} ${event.key}` : event.key;
      clearTimeout(forget);
      const starts = !first && Object.keys(bindings).some((binding) => binding.startsWith(`${event.key} `));
      first = starts ? event.key : "";
      if (starts) {
        forget = setTimeout(() => {
          first = "";
        }, sequenceMs);
      }
      const isDone = Object.hasOwn(bindings, keys) && bindings[keys]?.() !== false;
      if (isDone || (keys === event.key && reachElement(event.key))) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => {
      clearTimeout(forget);
      document.removeEventListener("keydown", press);
    };
  }, [bindings]);
}

function isBusy(target: EventTarget | null): boolean {
  const typing = target instanceof HTMLElement && target.matches(TYPED);
  return typing || document.querySelector("[aria-modal=true]") !== null;
}

function reachElement(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(key)}"]`);
  if (!element) return false;
  if (element.matches("button, a")) element.click();
  else element.focus();
  return true;
}
