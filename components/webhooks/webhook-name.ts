import { withoutScheme } from "@/lib/contract/without-scheme";

/** A webhook's name, or its address if it has none. */
export const webhookName = ({ name, url }: { name: string; url: string }) => name || withoutScheme(url);
