import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { auditEntry, auditList, auditQuery } from "./schema";

const tag = "Audit log";

export const listAudit = operation({
  method: "GET",
  path: "/api/audit",
  tag,
  permission: "audit:read",
  summary: "List audit log entries",
  description:
    "Newest first. There is one entry for each request that changed something, for log-ins, failed log-ins and keys used from a new network. Secrets are left out: an entry says only that they changed. Entries are kept for a year unless the service is configured otherwise, and at most the latest 256 MiB per account.",
  query: auditQuery,
  refuses: ["admin_only"],
  result: auditList,
});

export const showAudit = operation({
  method: "GET",
  path: "/api/audit/{id}",
  tag,
  permission: "audit:read",
  summary: "Show an audit log entry",
  description: "Includes everything that was changed, up to 1 MiB.",
  params: z.object({ id: id().describe("The ID of the entry.") }),
  result: z.object({ data: auditEntry }),
});
