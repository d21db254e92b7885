import type { Instance } from "./instance";
import type { Place } from "./place";

/** What breaks while visits go on. */
export interface Step {
  name: string;
  /** why it cannot be taken here */
  skipped?: string;
  /** once some visits were sent on, while the others go on */
  break(instance: Instance): Promise<void> | void;
  /** once all were */
  mend?(instance: Instance): Promise<void>;
  /** whether visits may be sent on without being recorded, which /api/health then says */
  refuses?: true;
}

/** `chance` decides what is not said. */
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
