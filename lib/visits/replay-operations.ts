import { operation } from "@/lib/contract/operation";
import { linkParams } from "@/lib/resources/links/schema";
import { replayBody, replayed } from "./replay-schema";

export const replayVisits = operation({
  method: "POST",
  path: "/api/url/{id}/replay",
  permission: "links:write",
  tag: "Links",
  summary: "Replay past visits",
  description:
    "Where the link's visitors would have gone with other rules: what is sent replaces what is stored, as in an update, and " +
    "nothing is saved. The newest million visits of the period at most are decided about as the redirect itself decides. " +
    "One replay runs at a time; a password, a click limit and whether the link is private are left aside.",
  params: linkParams,
  body: replayBody,
  refuses: ["rules_too_large", "too_busy"],
  result: replayed,
});
