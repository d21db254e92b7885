import type { Link } from "@/generated/prisma/client";

/** What an owner chooses: whether a link redirects, and whether strangers can find it. */
export const linkStatuses = ["public", "private", "off"] as const;

export type LinkStatus = (typeof linkStatuses)[number];

/** Whether visitors of a link reach its destination at this moment (`active`, `private`), or why they do not. */
export type LinkState = "active" | "private" | "off" | "disabled" | "expired" | "limit-reached";

export type Limited = Pick<Link, "status" | "expiresAt" | "clickLimit" | "clickLimitUsed"> & {
  disabled: object | null;
};

export function stateOf(link: Limited, now = new Date()): LinkState {
  if (link.status === "off") return "off";
  if (link.disabled) return "disabled";
  if (link.expiresAt && link.expiresAt <= now) return "expired";
  return link.clickLimit !== null && link.clickLimitUsed >= link.clickLimit
    ? "limit-reached"
    : link.status === "private"
      ? "private"
      : "active";
}
