import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { overview, overviewQuery } from "./schema";

export const showOverview = operation({
  method: "GET",
  path: "/api/overview",
  permission: "links:read",
  tag: "Links",
  summary: "Show statistics",
  description: "On all of your links, or on some of them. Clicks are those of people, days those of `timezone`.",
  query: overviewQuery,
  result: z.object({ data: overview }),
});
