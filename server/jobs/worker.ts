// The thread that `startJobThread` starts. The build puts server.js and this file into the same folder.
import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { closePools } from "@/lib/platform/database/pool";
import { env } from "@/lib/platform/env";
import { startJobs } from "@/lib/platform/jobs/jobs";
import { mailQueue } from "@/lib/platform/mail/mail-queue";
import { yieldToVisitors } from "@/lib/platform/process/priority";
import { deletionQueue } from "@/lib/resources/users/deletion-queue";
import { webhookQueue } from "@/lib/resources/webhooks/queue";
import { version } from "@/package.json";
import type { JobNews } from "./start";

yieldToVisitors();
const stopTraces = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import("@/lib/platform/log/traces")).startTraces(version)
  : undefined;
const report = (news: JobNews) => parentPort?.postMessage(news);
const jobs = startJobs([
  webhookQueue((paused) => report({ paused })),
  mailQueue((mail) => report({ mail })),
  deletionQueue,
]);
if (parentPort) await once(parentPort, "message");
await jobs.stop();
await stopTraces?.();
await closePools();
// Connections to receivers stay open for a while, and the service waits until this thread has ended.
process.exit();
