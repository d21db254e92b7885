import { endpoint } from "@/lib/api/endpoint";
import { journal } from "@/lib/clicks/journal";
import { health } from "@/lib/health/operations";
import { memory, vitals } from "@/lib/health/vitals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(health, async () => {
  const { restarts, stopping } = vitals();
  return { status: "live" as const, journal: journal().backlog(), memory: memory(), restarts, stopping };
});
