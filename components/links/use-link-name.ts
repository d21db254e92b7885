import { useTranslations } from "next-intl";
import { nameOfLink } from "./link-name";

interface Named {
  title: string;
  destination: string;
  /** how many destinations its split has; null without one */
  shares?: number | null;
}

/**
 * Returns a function that gives a link's name: its title, or else its destination. A split has several destinations.
 */
export function useLinkName() {
  const t = useTranslations("ui");
  return ({ shares, ...link }: Named) =>
    link.title === "" && shares ? t("splitBetween", { count: shares }) : nameOfLink(link);
}
