import { withoutScheme } from "@/lib/contract/without-scheme";

/** A webhook's name, or its address if it has none. */
export const webhookName = ({ name, url }: { name: string; url: string }) => name || withoutScheme(url);

/** Returns a forwarding's name, or else its ID or domain at the service, or else its address. */
export const forwardingName = ({ name, site, url }: { name: string; site: string; url: string }) =>
  name || site || withoutScheme(url);
