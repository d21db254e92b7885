import type { ClickSubject } from "@/generated/prisma/enums";

/** The word for clicks on each kind of subject. */
export const clickNounBySubject = {
  link: "clicks",
  campaign: "clicks",
  qr: "scans",
  bio: "visits",
} as const satisfies Record<ClickSubject, string>;

export type Counted = (typeof clickNounBySubject)[ClickSubject];
