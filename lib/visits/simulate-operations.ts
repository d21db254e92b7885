import { operation } from "@/lib/contract/operation";
import { linkParams } from "@/lib/resources/links/schema";
import { simulateBody, simulation } from "./simulate-schema";

export const simulateVisit = operation({
  method: "POST",
  path: "/api/url/{id}/simulate",
  permission: "links:read",
  tag: "Links",
  summary: "Simulate a visit",
  description:
    "Where a visitor of the link would arrive, which rule decides and why the others do not. Nothing is counted.",
  params: linkParams,
  body: simulateBody,
  result: simulation,
});
