import { refusing, z } from "@/lib/contract/zod";

/** What a link can be reported for, in the words of the form. */
export const reportReasons = {
  phishing: "It pretends to be somebody else, or asks for passwords",
  malware: "It spreads harmful software",
  spam: "It came as unwanted advertising",
  illegal: "It shows something against the law",
  other: "Something else",
} as const;

type ReportReason = keyof typeof reportReasons;

export const reportForm = z.object({
  reason: z.enum(Object.keys(reportReasons) as ReportReason[], { error: refusing("report_reason_required") }),
  message: z
    .string()
    .trim()
    .max(1000, refusing("text_too_long", { count: 1_000 }))
    .default(""),
});
export type ReportForm = z.infer<typeof reportForm>;

/** Told to the visitors and the owner of a link that is disabled. */
export const verdictReason = z
  .string()
  .trim()
  .min(1, refusing("disable_reason_required"))
  .max(500, refusing("text_too_long", { count: 500 }));
