import type { Journal } from "@/lib/clicks/journal/journal";
import { measureUsage, roomUnder } from "@/lib/clicks/journal/journal-files";
import { drainReport } from "./drain-report";

/** For a process that records no clicks itself but shows the state of the journals under `root`. */
export function reportedJournal(root: string): Journal {
  const refuse = () => new Error("this process records no clicks");
  return {
    record: (_visit, _subjects, done) => done(refuse()),
    recordEvent: () => Promise.reject(refuse()),
    backlog() {
      const { bytes = 0, quarantined = 0 } = drainReport() ?? {};
      return { bytes, refused: measureUsage(root, "").refused, quarantined };
    },
    disk: () => roomUnder(root) ?? null,
  };
}
