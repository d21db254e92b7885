import { adoptJournals } from "@/lib/clicks/journal/journal-files";
import type { Leases } from "@/lib/clicks/journal/leases";
import type { ClickStore } from "@/lib/clicks/store/click-store";
import { BatchSize } from "./batch-size";
import { DirectoryDrain } from "./drain-directory";

/** Stores the journals of all processes of an instance and those that it adopts. After a failure, create a new one. */
export class FolderDrain {
  private readonly drains = new Map<string, DirectoryDrain>();
  private held: string[] = [];

  /** @param afterBatch is called after each batch with the directories that this drain stores */
  constructor(
    private readonly leases: Leases,
    private readonly store: ClickStore,
    private readonly afterBatch: (held: readonly string[]) => void | Promise<void>,
    private readonly size = new BatchSize(),
    private readonly storedTo = new Map<string, number>(),
  ) {}

  /** Stores recorded clicks. Returns whether it stored any or has to wait for some. */
  async pass(): Promise<"stored" | "waits" | "done"> {
    const { names, waits } = await this.leases.renew();
    this.held = names;
    for (const name of this.drains.keys()) if (!names.includes(name)) this.forget(name);
    let stored = false;
    for (const name of names) {
      const own = this.leases.isOwn(name);
      if (!own) adoptJournals(this.leases.path(name));
      if (await this.drainOf(name).pass()) stored = true;
      if (!own) await this.remove(name);
    }
    if (stored) return "stored";
    return waits ? "waits" : "done";
  }

  private drainOf(name: string): DirectoryDrain {
    const present = this.drains.get(name);
    if (present) return present;
    const afterBatch = () => this.afterBatch(this.held);
    const drain = new DirectoryDrain(this.store, this.leases.path(name), afterBatch, this.size, this.storedTo);
    this.drains.set(name, drain);
    return drain;
  }

  private async remove(name: string): Promise<void> {
    await this.leases.remove(name);
    this.forget(name);
  }

  /** Another drain may be storing this journal now, so the offsets kept here are out of date. */
  private forget(name: string): void {
    this.drains.delete(name);
  }
}
