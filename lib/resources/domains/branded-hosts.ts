import { once, present } from "@/lib/platform/once";
import { pool } from "@/lib/platform/pool";

/** How long the list is believed: notifications keep it fresh where somebody listens. */
const heardForMs = 60_000;
const unheardForMs = 1_000;
const askAgainAfterMs = 5_000;

/**
 * The hosts of all users' domains that are active. They are read together: however many
 * names are made up that are nobody's, none of them costs the database anything.
 */
export class BrandedHosts {
  private hosts: Set<string> | undefined;
  private reading: Promise<void> | undefined;
  private believedUntil = 0;
  private changes = 0;

  /** Rejects where the database is out of reach and always was. */
  async has(host: string): Promise<boolean> {
    while (Date.now() >= this.believedUntil) {
      this.reading ??= this.read();
      await this.reading;
    }
    return this.hosts?.has(host) ?? false;
  }

  doubt(): void {
    this.changes++;
    this.believedUntil = 0;
  }

  private async read(): Promise<void> {
    const { changes } = this;
    try {
      const { rows } = await pool.query<{ host: string }>(
        "SELECT host FROM domains WHERE user_id IS NOT NULL AND status = 'active'",
      );
      this.hosts = new Set(rows.map(({ host }) => host));
      // What changed while it was read is read again.
      if (changes === this.changes) this.believe(present("listening") ? heardForMs : unheardForMs);
    } catch (error) {
      if (!this.hosts) throw error;
      this.believe(askAgainAfterMs);
    } finally {
      this.reading = undefined;
    }
  }

  private believe(forMs: number): void {
    this.believedUntil = Date.now() + forMs;
  }
}

export const brandedHosts = () => once("brandedHosts", () => new BrandedHosts());
