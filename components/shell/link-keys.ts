import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { copyText } from "@/components/ui/copy-text";
import { useLeave } from "@/components/ui/leave-guard";
import { notifyDone } from "@/components/ui/notify";

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
export function focusedLink(): HTMLElement | null {
  const row = document.activeElement?.closest("tr") ?? document.querySelector("tr:hover");
  return row?.querySelector<HTMLElement>("[data-link]") ?? document.querySelector<HTMLElement>("[data-link]:not(tr *)");
}

/** Returns which of the keys was pressed together with Alt. On a Mac, Alt turns letters into other characters. */
export function linkKeyWithAlt({ altKey, key, code }: Pick<KeyboardEvent, "altKey" | "key" | "code">) {
  if (!altKey) return undefined;
  const pressed = [key.toLowerCase(), code.replace("Key", "").toLowerCase()];
  return linkKeys.find((one) => pressed.includes(one));
}
