import type { Actor } from "@/lib/auth/actor";

/** The time zone for an account's days, as `readClicksView` takes it. */
export const zoneOf = ({ timeZone }: Actor) => ({ zone: timeZone ?? undefined });
