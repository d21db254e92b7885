// The process that `startLoad` starts. It visits addresses like browsers with one keep-alive connection each, and
// counts an answer once it is complete.
import { connect } from "node:net";
import { AGENT, type LoadPlan, type LoadReport } from "./load";

const FIRST_LINE = /^HTTP\/1\.1 (\d{3})/;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CLOSE = /\r\nconnection: *close/i;

const report: LoadReport = { redirects: {}, statuses: {}, inFlight: 0, longest: 0 };
let answered = 0;
let next = 0;
let stopping = false;

process.on("message", (message: LoadPlan | "stop") => {
  if (message === "stop") stopping = true;
  else run(message);
});

async function run(plan: LoadPlan): Promise<void> {
  const progress = setInterval(() => process.send?.(answered), 20);
  await Promise.all(Array.from({ length: plan.connections }, () => browse(plan)));
  clearInterval(progress);
  process.send?.(report, () => process.disconnect());
}

/** Visits one address after the other until the load or the connection ends. */
function browse({ port, paths, pause }: LoadPlan): Promise<void> {
  const socket = connect(port, "127.0.0.1").setNoDelay().setEncoding("latin1");
  let path = "";
  let sentAt = 0;
  let received = "";
  let waiting = false;

  function visit(): void {
    if (stopping) return void socket.end();
    path = paths[next++ % paths.length] ?? "/";
    sentAt = performance.now();
    waiting = true;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${AGENT}\r\n\r\n`);
  }

  socket.on("connect", visit).on("data", (text: string) => {
    received += text;
    const head = received.indexOf("\r\n\r\n");
    if (head === -1) return;
    const length = Number(LENGTH.exec(received)?.[1] ?? Number.NaN);
    if (received.length < head + 4 + length) return;
    count(Number(FIRST_LINE.exec(received)?.[1]));
    waiting = false;
    if (CLOSE.test(received)) return void socket.end();
    received = "";
    if (pause > 0) setTimeout(visit, pause);
    else visit();
  });

  function count(status: number): void {
    answered++;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status === 302) report.redirects[path] = (report.redirects[path] ?? 0) + 1;
    report.longest = Math.max(report.longest, performance.now() - sentAt);
  }

  return new Promise((done) => {
    socket.on("error", () => {});
    socket.on("close", () => {
      if (waiting) report.inFlight++;
      done();
    });
  });
}
