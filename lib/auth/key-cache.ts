import { byteBoundCache } from "@/lib/platform/byte-bound-cache";
import { once, present } from "@/lib/platform/once";
import type { Member } from "./actor";

export interface KeyHolder extends Member {
  keyExpiresAt: Date | null;
}

/** server.ts hears of every change. What it hears of bounds nothing but what a lost notification can cost. */
const heardForMs = 60_000;
/** Without it, this is how long a key goes on working that is no longer valid. */
const unheardForMs = 1_000;

interface Entry {
  holder: KeyHolder;
  loadedAt: number;
}

/** Who holds a key, by the key's HMAC in hexadecimal. Unknown keys are not kept: one may be made at any moment. */
export class KeyCache {
  private readonly entries = byteBoundCache<Entry>("keys", 10_000);
  private readonly loads = new Map<string, Promise<KeyHolder | null>>();
  private changes = 0;

  get(id: string): KeyHolder | undefined {
    const entry = this.entries.get(id);
    const fresh = entry && Date.now() - entry.loadedAt < (present("listening") ? heardForMs : unheardForMs);
    return fresh ? entry.holder : undefined;
  }

  /** The holder as `read` finds it. Look-ups of one key at the same time are one. */
  load(id: string, read: () => Promise<KeyHolder | null>): Promise<KeyHolder | null> {
    const running = this.loads.get(id);
    if (running) return running;
    const { changes } = this;
    const load = read()
      .then((holder) => {
        // What changed while it was read must not be kept.
        if (holder && changes === this.changes) this.entries.set(id, { holder, loadedAt: Date.now() });
        return holder;
      })
      .finally(() => {
        if (this.loads.get(id) === load) this.loads.delete(id);
      });
    this.loads.set(id, load);
    return load;
  }

  forgetKey(id: string): void {
    this.change();
    this.entries.delete(id);
  }

  forgetUser(userId: number): void {
    this.change();
    for (const [id, { holder }] of this.entries.entries()) if (holder.user.id === userId) this.entries.delete(id);
  }

  forgetAll(): void {
    this.change();
    this.entries.clear();
  }

  private change(): void {
    this.changes++;
    // Who asks from now on must not be told what was read before.
    this.loads.clear();
  }
}

export const keyCache = () => once("keyCache", () => new KeyCache());
