import { useFound } from "@/components/ui/use-found";

/** The response of app/dashboard/links/find. */
export interface FoundLink {
  id: number;
  title: string;
  shortUrl: string;
  destination: string;
  /** the host of its destination: see `SiteIcon` */
  icon: string | null;
}

/** Returns the user's links that match the typed text. */
export const useFoundLinks = (query: string): FoundLink[] =>
  useFound(query.trim() === "" ? null : "/dashboard/links/find", query);
