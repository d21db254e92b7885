import type { OnShutdown } from "@/lib/platform/process/lifecycle";

type Begin = (onShutdown: OnShutdown) => unknown;

/**
 * The parts of a service that only one process per data folder may run. A part starts when it is added. If an older
 * service is still running, they start after it has ended. Parts stop in the reverse order of `add`.
 */
export class ExclusiveParts {
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

  /** Starts the waiting parts one after the other, until `stopping`. */
  async begin(stopping: AbortSignal): Promise<void> {
    for (const part of this.waiting) {
      if (stopping.aborted) return;
      await part();
    }
  }
}
