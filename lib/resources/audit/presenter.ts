import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { auditEntry } from "./schema";
import type { Change, Entry } from "./service";

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name });

export function presentEntry(entry: Entry): z.infer<typeof auditEntry> {
  return {
    id: entry.id,
    date: formatTimestamp(entry.at),
    operation: entry.operation,
    person: named(entry.personId, entry.person),
    administrator: named(entry.adminId, entry.admin),
    key: named(entry.keyId, entry.key),
    address: entry.address,
    changed: entry.changed,
    changes: entry.changes.map((change) => presentChange(change, entry.long)),
  };
}

function presentChange({ subject, id, kind, fields, before, after }: Change, long: boolean) {
  return { subject, id, kind, fields, ...(!long && { before, after }) };
}
