import { useFormatter, useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { Uses } from "@/lib/resources/links/uses";

/** The name of a link in lists: its title, or else its destination. */
export const nameOfLink = ({ title, destination }: { title: string; destination: string }) =>
  title || withoutScheme(destination).replace(/[?#].*$/s, "");

/** The name with the short URL, for a single line. */
export const labelOfLink = (link: Parameters<typeof nameOfLink>[0], shortUrl: string) =>
  `${withoutScheme(shortUrl)} · ${nameOfLink(link)}`;

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

/** The links that use a resource, as text: "go.example/a, go.example/b and 4 more". */
export function useLinkNames() {
  const t = useTranslations("ui");
  const format = useFormatter();
  return ({ count, some }: Uses) => {
    const more = count - some.length;
    return format.list([...some.map(withoutScheme), ...(more > 0 ? [t("more", { count: more })] : [])]);
  };
}

/** Marks an element as belonging to a link, for the keys that act on a link. */
export const linkDataAttributes = ({ id, shortUrl }: { id: number; shortUrl: string }) => ({
  "data-link": id,
  "data-short-url": shortUrl,
});
