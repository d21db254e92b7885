import { endpoint } from "@/lib/api/endpoint";
import { journal } from "@/lib/clicks/journal";
import { pool } from "@/lib/db";
import { ready } from "@/lib/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  await pool.query("SELECT 1");
  return { status: "ready" as const, journal: { bytes: journal().backlog().bytes } };
});
