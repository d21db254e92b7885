import { useOs } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { copyText } from "@/components/ui/copy-text";
import { useLeave } from "@/components/ui/leave-guard";
import { notifyDone } from "@/components/ui/notify";
import type { listDestinations } from "./navigation";

/** The keys that act on a link, in a list's row, on its page and, with Alt, on a hit of ⌘K. */
export const linkKeys = ["e", "q", "c", "o"] as const;

type LinkKey = (typeof linkKeys)[number];

/** Returns a function that runs a key's action on the link of a marked element: edit, QR code, copy, open. */
export function useLinkKeys() {
  const t = useTranslations("shell.newLink");
  const router = useRouter();
  const leave = useLeave();
  return useMemo(() => {
    const open = (path: string) => leave(() => router.push(path));
    return (key: LinkKey, { dataset: { link, shortUrl = "" } }: HTMLElement) => {
      if (key === "e") open(`/dashboard/links/${link}/edit`);
      if (key === "q") open(`/dashboard/links/${link}/design`);
      if (key === "o") window.open(shortUrl, "_blank", "noreferrer");
      if (key === "c")
        copyText(Promise.resolve(shortUrl)).then((done) => done && notifyDone(t("copied", { url: shortUrl }), ""));
    };
  }, [t, router, leave]);
}

/** The marked element of the row with the focus or under the pointer, or else of the page. */
function focusedLink(): HTMLElement | null {
  const row = document.activeElement?.closest("tr") ?? document.querySelector("tr:hover");
  return row?.querySelector<HTMLElement>("[data-link]") ?? document.querySelector<HTMLElement>("[data-link]:not(tr *)");
}

/**
 * Moves the focus to the name in the next or previous row of the list, and from elsewhere to the first. Returns false
 * without a list.
 */
function moveInList(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr")].flatMap((row) => {
    const name = row.querySelector<HTMLElement>("[data-kind=title] a[href]");
    return name ? [{ row, name }] : [];
  });
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.name.focus();
  return next !== undefined;
}

/** Moves the focus to the name in the first row of a list's page. Returns false on other pages. */
export function reachFirstRow(): boolean {
  const name = document.querySelector<HTMLElement>("#rows [data-kind=title] a[href]");
  name?.focus();
  return name !== null;
}

/** Selects the row with the focus or under the pointer, or takes it out of the selection. */
function toggleRow(): boolean {
  const row = document.activeElement?.closest("tr") ?? document.querySelector("main tr:hover");
  const box = row?.querySelector<HTMLElement>("input[type=checkbox]");
  box?.click();
  return box !== undefined && box !== null;
}

/** Returns which of the keys was pressed together with Alt. On a Mac, Alt turns letters into other characters. */
export function linkKeyWithAlt({ altKey, key, code }: Pick<KeyboardEvent, "altKey" | "key" | "code">) {
  if (!altKey) return undefined;
  const pressed = [key.toLowerCase(), code.replace("Key", "").toLowerCase()];
  return linkKeys.find((one) => pressed.includes(one));
}

/** The label of the palette's shortcut, such as "⌘ K". */
export function usePaletteKey(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘ K" : "Ctrl K";
}

/**
 * `g` and a page's key open that page, `?` opens the list of shortcuts, `j`, `k` and `x` work in a list, and some keys act
 * on the current link.
 */
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
        j: () => moveInList(1),
        k: () => moveInList(-1),
        x: toggleRow,
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
  return typing || document.querySelector("[aria-modal=true], dialog[open]") !== null;
}

function reachElement(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-hotkey="${CSS.escape(key)}"]`);
  if (!element) return false;
  if (element.matches("button, a")) element.click();
  else element.focus();
  return true;
}
