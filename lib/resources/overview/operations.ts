import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { overview, overviewQuery } from "./schema";

export const showOverview = operation({
  method: "GET",
  path: "/api/overview",
  permission: "links:read",
  tag: "Links",
  summary: "Show statistics",
  description:
    "For all of your links or some of them. Clicks are clicks by people. Days are in the time zone `timezone`.",
  query: overviewQuery,
  result: z.object({ data: overview }),
});
