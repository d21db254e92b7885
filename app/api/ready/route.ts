import { endpoint } from "@/lib/api/endpoint";
import { journal } from "@/lib/clicks/journal";
import { AppError } from "@/lib/errors";
import { ready } from "@/lib/health/operations";
import { vitals } from "@/lib/health/vitals";
import { pool } from "@/lib/pool";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  vitals().askedReadyAt = performance.now();
  if (vitals().stopping) throw new AppError("unavailable", "The service is being stopped.");
  const disk = journal().disk();
  await pool.query("SELECT 1").catch((error) => {
    throw disk?.full ? new AppError("unavailable", "The disk is full, and the database cannot be reached.") : error;
  });
  return { status: "ready" as const, journal: { bytes: journal().backlog().bytes }, disk };
});
