import { endpoint } from "@/lib/api/endpoint";
import { journal } from "@/lib/clicks/journal";
import { ready } from "@/lib/health/operations";
import { pool } from "@/lib/pool";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  await pool.query("SELECT 1");
  return { status: "ready" as const, journal: { bytes: journal().backlog().bytes } };
});
