import { runSweep as runWith, type Sweep, SweepConnection } from "@/lib/platform/sweep";

/** Runs a task with a connection of its own, like another process. Returns whether it ran. */
export async function runSweep(sweep: Sweep, now = false): Promise<boolean> {
  const connection = new SweepConnection();
  try {
    return await runWith(sweep, now, connection);
  } finally {
    await connection.end();
  }
}
