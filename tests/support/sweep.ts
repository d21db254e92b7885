import { runSweep as runWith, type Sweep, SweepConnection } from "@/lib/platform/jobs/sweep";

/** Runs a task as another process would. Returns whether it ran. */
export async function runSweep(sweep: Sweep, now = false): Promise<boolean> {
  const connection = new SweepConnection();
  try {
    return await runWith(sweep, now, connection);
  } finally {
    await connection.end();
  }
}
