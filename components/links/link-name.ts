import { withoutScheme } from "@/lib/contract/without-scheme";

/** The name of a link in lists: its title, or else its destination. */
export const nameOfLink = ({ title, destination }: { title: string; destination: string }) =>
  title || withoutScheme(destination).replace(/[?#].*$/s, "");

/** The same with its short URL, where one line is all there is. */
export const labelOfLink = (link: Parameters<typeof nameOfLink>[0], shortUrl: string) =>
  `${withoutScheme(shortUrl)} · ${nameOfLink(link)}`;
