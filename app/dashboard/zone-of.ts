import type { Actor } from "@/lib/auth/actor";

/** The time zone in which an account's days are meant, as `readClicksView` takes it. */
export const zoneOf = ({ timeZone }: Actor) => ({ zone: timeZone ?? undefined });
