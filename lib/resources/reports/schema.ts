import { email, id } from "@/lib/contract/fields";
import { refusing, z } from "@/lib/contract/zod";

/** The reasons for reporting a link, in the order of the form. */
export const reportReasons = ["phishing", "malware", "spam", "illegal", "other"] as const;

export const reportForm = z.object({
  reason: z.enum(reportReasons, { error: refusing("report_reason_required") }),
  message: z
    .string()
    .trim()
    .max(1000, refusing("text_too_long", { count: 1_000 }))
    .default(""),
  // For questions. Only administrators see it.
  email: z.preprocess(
    (text) => (typeof text === "string" && text.trim() === "" ? undefined : text),
    email().optional(),
  ),
});
export type ReportForm = z.infer<typeof reportForm>;

/** Shown to visitors and the owner of a disabled link. */
export const verdictReason = z
  .string()
  .trim()
  .min(1, refusing("disable_reason_required"))
  .max(500, refusing("text_too_long", { count: 500 }));

/** The form that undoes it. */
export const takedownParams = z.object({ id: id() });

/** All links to a host, or of an account. */
export const takedownForm = z.object({
  scope: z.enum(["host", "account"]),
  target: z.string().trim().min(1).max(254),
  reason: verdictReason,
});
