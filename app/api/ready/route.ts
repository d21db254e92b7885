import { journal } from "@/lib/clicks/journal";
import { AppError } from "@/lib/contract/errors";
import { endpoint } from "@/lib/http/endpoint";
import { pool } from "@/lib/platform/pool";
import { vitals } from "@/lib/platform/vitals";
import { ready } from "@/lib/resources/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  vitals().askedReadyAt = performance.now();
  if (vitals().stopping) throw new AppError("service_stopping");
  const disk = journal().disk();
  await pool.query("SELECT 1").catch((error) => {
    throw disk?.full ? new AppError("disk_full_and_database_unreachable") : error;
  });
  return { status: "ready" as const, journal: { bytes: journal().backlog().bytes }, disk };
});
