import type { Instance } from "./instance";
import type { Place } from "./place";

/** Something that breaks during visits. */
export interface Step {
  name: string;
  /** the reason if the step cannot run here */
  skipped?: string;
  /** runs once some visits were redirected, while more follow */
  break(instance: Instance): Promise<void> | void;
  /** runs once all visits were redirected */
  mend?(instance: Instance): Promise<void>;
  /** set if visits may be redirected without being recorded, which /api/health then reports */
  refuses?: true;
}

/** Returns all steps. `chance` chooses the details at random. */
export function stepsOf({ disk }: Place, chance: () => number): Step[] {
  return [
    { name: "nothing breaks", break: () => {} },
    {
      name: "a worker is killed",
      break(instance) {
        const workers = instance.workers();
        const one = workers[Math.floor(chance() * workers.length)];
        if (one === undefined) throw new Error("No worker was found.");
        process.kill(one, "SIGKILL");
      },
    },
    {
      name: "the service is killed",
      async break(instance) {
        await instance.kill();
        await instance.startAgain();
      },
    },
    {
      name: "the database is killed",
      break: (instance) => instance.killDatabase(),
      mend: (instance) => instance.untilReady(),
    },
    typeof disk === "string"
      ? { name: "the disk is full", skipped: disk, break: () => {} }
      : {
          name: "the disk is full",
          refuses: true,
          async break(instance) {
            disk.fill();
            await instance.until(async () => (await instance.health()).disk?.full === true);
          },
          async mend(instance) {
            disk.tidy();
            await instance.until(async () => (await instance.health()).disk?.full === false);
            await instance.untilReady();
          },
        },
  ];
}
