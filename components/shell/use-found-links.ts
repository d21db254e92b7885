import { useFound } from "@/components/ui/use-found";

/** What app/dashboard/links/find answers. */
export interface FoundLink {
  id: number;
  title: string;
  shortUrl: string;
  destination: string;
  /** of the site it leads to: see `SiteIcon` */
  icon: string | null;
}

/** The own links that fit what is typed. */
export const useFoundLinks = (query: string): FoundLink[] =>
  useFound(query.trim() === "" ? null : "/dashboard/links/find", query);
