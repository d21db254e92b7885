import { operation } from "@/lib/contract/operation";
import { linkParams } from "@/lib/resources/links/schema";
import { simulateBody, simulation } from "./schema";

export const simulateVisit = operation({
  method: "POST",
  path: "/api/url/{id}/simulate",
  permission: "links:read",
  tag: "Simulation",
  summary: "Simulate a visit",
  description: "Shows where a visitor would go, which rule decides and why the other rules do not. Nothing is counted.",
  params: linkParams,
  body: simulateBody,
  result: simulation,
});
