import { getHeapStatistics } from "node:v8";
import { afterEach, expect, it, vi } from "vitest";
import { contextFlags, heapFlags, oldSpaceLimit } from "@/lib/platform/process/heap-flags";

const GiB = 2 ** 30;
const YOUNG = "--max-semi-space-size=16";

afterEach(() => vi.restoreAllMocks());

const inContainer = (bytes: number) => vi.spyOn(process, "constrainedMemory").mockReturnValue(bytes);

it("divides half of a container's memory, without the program, among the processes", () => {
  inContainer(GiB);
  expect(heapFlags(1, [])).toEqual(["--max-old-space-size=448", YOUNG]);
  expect(heapFlags(2, [])).toEqual(["--max-old-space-size=224", YOUNG]);
  inContainer(GiB / 2);
  expect(heapFlags(1, [])).toEqual(["--max-old-space-size=192", YOUNG]);
});

it("gives each process enough to work with, and not too much to collect quickly", () => {
  inContainer(GiB / 4);
  expect(heapFlags(1, [])).toEqual(["--max-old-space-size=192", YOUNG]);
  expect(heapFlags(64, [])).toEqual(["--max-old-space-size=192", YOUNG]);
  inContainer(64 * GiB);
  const [flag = ""] = heapFlags(1, []);
  expect(Number(flag.split("=")[1])).toBeLessThanOrEqual(4096);
});

it("uses the machine's memory without a container", () => {
  inContainer(0);
  const without = heapFlags(1, []);
  inContainer(2 ** 64);
  expect(heapFlags(1, [])).toEqual(without);
});

it("does not change limits that were set by hand", () => {
  expect(heapFlags(1, ["--inspect", "--max-old-space-size=300"])).toEqual([YOUNG]);
  expect(heapFlags(1, ["--enable-source-maps --max_old_space_size=300"])).toEqual([YOUNG]);
  expect(heapFlags(1, ["--max-old-space-size-percentage=40"])).toEqual([YOUNG]);
  expect(heapFlags(1, ["--max-old-space-size=300 --max_semi_space_size=8"])).toEqual([]);
});

it("finds the old generation's size from the effective flag, or else from the heap", () => {
  expect(oldSpaceLimit(["--max-old-space-size=300"])).toBe(300 * 2 ** 20);
  expect(oldSpaceLimit(["--max_old_space_size=300 --inspect", "--max-old-space-size=160"])).toBe(160 * 2 ** 20);
  expect(oldSpaceLimit([undefined, "--inspect"])).toBe(getHeapStatistics().heap_size_limit);
});

it("makes older Nodes follow contexts like Node 24", () => {
  expect(contextFlags("22.19.0")).toEqual(["--experimental-async-context-frame"]);
  expect(contextFlags("24.21.0")).toEqual([]);
});
