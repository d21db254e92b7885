import type { Link } from "@/generated/prisma/client";

/** What visitors of a link get at this moment: its destination, or one of the reasons against it. */
export type LinkState = "active" | "private" | "disabled" | "expired" | "limit-reached";

export type Limited = Pick<Link, "status" | "expiresAt" | "clickLimit" | "clickLimitUsed"> & {
  disabled: object | null;
};

export function stateOf(link: Limited, now = new Date()): LinkState {
  if (link.status === "private") return "private";
  if (link.disabled) return "disabled";
  if (link.expiresAt && link.expiresAt <= now) return "expired";
  return link.clickLimit !== null && link.clickLimitUsed >= link.clickLimit ? "limit-reached" : "active";
}
