import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { linkChange } from "@/lib/resources/links/schema";
import { differing } from "./fields";
import type { LinkChange } from "./service";

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name });

export function presentLinkChange(change: LinkChange): z.infer<typeof linkChange> {
  const { before, after } = differing(change);
  return {
    id: change.id,
    date: formatTimestamp(change.at),
    kind: change.kind,
    operation: change.operation,
    person: personOf(change.personId, change.person),
    administrator: personOf(change.adminId, change.admin),
    before,
    after,
  };
}
