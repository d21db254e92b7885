import { endpoint } from "@/lib/api/endpoint";
import { journal } from "@/lib/clicks/journal";
import { health } from "@/lib/health/operations";
import { memory, vitals } from "@/lib/health/vitals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(health, async () => {
  const { restarts, stopping } = vitals();
  const { backlog, disk } = journal();
  return { status: "live" as const, journal: backlog(), disk: disk(), memory: memory(), restarts, stopping };
});
