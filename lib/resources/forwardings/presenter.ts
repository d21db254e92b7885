import type { z } from "zod";
import { englishOf } from "@/lib/contract/errors";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { forwardedEvents, type forwardingItem } from "./schema";
import { forwardingProblem, type ListedForwarding } from "./service";

/** Returns the names of `forwardedEvents` for the stored events. */
export const forwardedNames = (events: string[]) =>
  (Object.keys(forwardedEvents) as (keyof typeof forwardedEvents)[]).filter((name) =>
    events.includes(forwardedEvents[name]),
  );

export function presentForwarding(forwarding: ListedForwarding): z.infer<typeof forwardingItem> {
  const problem = forwardingProblem(forwarding);
  return {
    id: forwarding.id,
    name: forwarding.name,
    kind: forwarding.kind,
    url: forwarding.url,
    site: forwarding.site || null,
    token: forwarding.tokenEnd || null,
    body: forwarding.template || null,
    events: forwardedNames(forwarding.events),
    linkid: forwarding.linkId,
    campaignid: forwarding.campaignId,
    tag: forwarding.tag,
    status: forwarding.status,
    problem: problem && englishOf({ code: problem }),
    failingsince: forwarding.failingSince && formatTimestamp(forwarding.failingSince),
    waiting: forwarding.waiting,
    date: formatTimestamp(forwarding.createdAt),
  };
}
