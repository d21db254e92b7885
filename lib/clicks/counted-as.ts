import type { ClickSubject } from "@/generated/prisma/enums";

/** What people call the clicks on each. */
export const countedAs = { link: "clicks", campaign: "clicks", qr: "scans", bio: "visits" } as const satisfies Record<
  ClickSubject,
  string
>;

export type Counted = (typeof countedAs)[ClickSubject];
