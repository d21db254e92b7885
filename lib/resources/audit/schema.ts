import { flag, id, optional, timestamp } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";

/** The kinds of objects that entries are about, as in prisma/sql/audit.sql. */
export const subjects = [
  "link",
  "deleted_link",
  "conversion",
  "campaign",
  "channel",
  "tag",
  "utm_template",
  "statistics_share",
  "pixel",
  "overlay",
  "splash_page",
  "bio_page",
  "qr_code",
  "qr_template",
  "domain",
  "import",
  "link_view",
  "sms_account",
  "sms_message",
  "identity",
  "two_factor",
  "api_key",
  "webhook",
  "member",
  "member_invitation",
  "disabled_link",
  "handover",
  "invitation",
  "instance_settings",
  "plan",
  "weekly_report",
  "user",
] as const;

export type Subject = (typeof subjects)[number];

export const auditQuery = pageQuery.extend({
  person: optional(id()).describe("Only actions of this person: a user ID."),
  subject: optional(z.enum(subjects)).describe("Only changes to things of this kind."),
  id: optional(id()).describe("With `subject`: only changes to the one with this ID."),
  operation: optional(z.string().max(100)).describe("Only changes by this operation, such as `POST /api/url/add`."),
  from: optional(timestamp("start")).describe("From this time on (UTC)."),
  to: optional(timestamp("end")).describe("Only entries until this time (UTC)."),
  instance: optional(flag()).describe(
    "The instance's own entries: users, plans, invitations. Only for administrators.",
  ),
});

const person = z.object({ id: z.int(), name: z.string().nullable().meta({ example: "ada" }) });
const values = z.record(z.string(), z.unknown()).nullable();

const auditChange = z
  .object({
    subject: z.enum(subjects),
    id: z.int().describe("0 if it has no ID."),
    kind: z.enum(["created", "changed", "deleted"]),
    fields: z
      .array(z.string())
      .meta({ example: ["destination"] })
      .describe("The values that changed."),
    before: values
      .optional()
      .describe("The values before. Null: it was created. Left out of lists if the values are long."),
    after: values
      .optional()
      .describe("The values after. Null: it was deleted. Left out of lists if the values are long."),
  })
  .meta({ id: "AuditChange" });

export const auditEntry = z
  .object({
    id: z.int(),
    date: timestamp().describe("When it happened (UTC)."),
    operation: z
      .string()
      .nullable()
      .meta({ example: "PUT /api/url/{id}/update" })
      .describe(
        "How it was done: an API operation, the name of an action on a page, or an event. Null: the service itself.",
      ),
    person: person.nullable().describe("Who did it."),
    administrator: person.nullable().describe("The administrator who was logged in as this person."),
    key: person.nullable().describe("The API key that was used."),
    address: z.string().nullable().meta({ example: "192.0.2.1" }).describe("The IP address it came from."),
    changed: z.int().describe("How many things were changed. If there are more than 1,000, this is 1,000."),
    changes: z.array(auditChange).describe("The first of the changed things."),
  })
  .meta({ id: "AuditEntry" });

const auditList = pageResult("entries", auditEntry);

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
