import type { OnShutdown } from "@/lib/platform/lifecycle";

type Begin = (onShutdown: OnShutdown) => unknown;

/**
 * The parts of a service of which there may be one at a time on a data folder. Each begins where it is named; beside a
 * service that still runs, when that one has ended. Its place in the order of stops is where it is named.
 */
export class AloneParts {
  private readonly waiting: (() => Promise<void>)[] = [];

  constructor(
    private readonly beside: boolean,
    private readonly onShutdown: OnShutdown,
  ) {}

  async add(begin: Begin): Promise<void> {
    const stops: (() => unknown)[] = [];
    this.onShutdown(async () => {
      for (const stop of stops.reverse()) await stop();
    });
    const part = async () => void (await begin((stop) => stops.push(stop)));
    if (this.beside) this.waiting.push(part);
    else await part();
  }

  /** Begins those that wait, one after the other, until `stopping`. */
  async begin(stopping: AbortSignal): Promise<void> {
    for (const part of this.waiting) {
      if (stopping.aborted) return;
      await part();
    }
  }
}
