import { journal } from "@/lib/clicks/journal";
import { endpoint } from "@/lib/http/endpoint";
import { release } from "@/lib/platform/release";
import { memory, vitals } from "@/lib/platform/vitals";
import { health } from "@/lib/resources/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(health, async () => {
  const { restarts, stopping, schema } = vitals();
  const { backlog, disk } = journal();
  const { version, commit } = release();
  return {
    status: "live" as const,
    ...{ version, commit, schema },
    ...{ journal: backlog(), disk: disk(), memory: memory(), restarts, stopping },
  };
});
