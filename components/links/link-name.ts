import { withoutScheme } from "@/lib/contract/without-scheme";

/** The name of a link in lists: its title, or else its destination. */
export const nameOfLink = ({ title, destination }: { title: string; destination: string }) =>
  title || withoutScheme(destination).replace(/[?#].*$/s, "");

/** The name with the short URL, for a single line. */
export const labelOfLink = (link: Parameters<typeof nameOfLink>[0], shortUrl: string) =>
  `${withoutScheme(shortUrl)} · ${nameOfLink(link)}`;
