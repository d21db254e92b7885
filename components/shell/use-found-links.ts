import { type Found, useRemoteSearch } from "@/components/ui/use-found";

/** The response of app/dashboard/links/find. */
export interface FoundLink {
  id: number;
  title: string;
  shortUrl: string;
  destination: string;
  /** how many destinations its split has; null without one */
  shares: number | null;
  /** the host of its destination: see `SiteIcon` */
  icon: string | null;
}

/** Returns the user's links that match the typed text, and whether the answer has not arrived yet. */
export const useFoundLinks = (query: string): Found<FoundLink> =>
  useRemoteSearch(query.trim() === "" ? null : "/dashboard/links/find", query);
