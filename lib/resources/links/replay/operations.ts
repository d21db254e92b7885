import { operation } from "@/lib/contract/operation";
import { linkParams } from "@/lib/resources/links/schema";
import { replayBody, replayed } from "./schema";

export const replayVisits = operation({
  method: "POST",
  path: "/api/url/{id}/replay",
  permission: "links:write",
  tag: "Simulation",
  summary: "Replay past visits",
  description:
    "Shows where the link's visitors would have gone with other rules. The fields that you send replace the stored ones, as in an update, but nothing is saved. At most the newest million visits of the period are replayed, with the same decisions as a redirect. Passwords, click limits and whether the link is off are not taken into account. Only one replay runs at a time.",
  params: linkParams,
  body: replayBody,
  refuses: ["rules_too_large", "too_busy"],
  result: replayed,
});
