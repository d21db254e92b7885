// The worker thread that `startWalArchive` starts. server.js and this file are built side by side.
import { parentPort, workerData } from "node:worker_threads";
import { yieldToVisitors } from "@/lib/platform/process/priority";
import { WalArchive, type WalArchiveWork } from "./archive";

yieldToVisitors();
const archive = new WalArchive(workerData as WalArchiveWork);
parentPort?.once("message", () => archive.finish());
await archive.run();
