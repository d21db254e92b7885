import { withoutScheme } from "@/lib/contract/without-scheme";

/** A forwarding's name. If it has none: its place at the service, or the address. */
export const forwardingName = ({ name, site, url }: { name: string; site: string; url: string }) =>
  name || site || withoutScheme(url);
