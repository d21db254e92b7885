import { z } from "@/lib/contract/zod";

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
  reason: z.enum(Object.keys(reportReasons) as ReportReason[], { error: "Please choose a reason." }),
  message: z.string().trim().max(1000, "Please use 1,000 characters at most.").default(""),
});
export type ReportForm = z.infer<typeof reportForm>;

/** Told to the visitors and the owner of a link that is disabled. */
export const verdictReason = z
  .string()
  .trim()
  .min(1, "Please say why: its visitors and its owner are told.")
  .max(500, "Please use 500 characters at most.");
