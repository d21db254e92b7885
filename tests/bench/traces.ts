// The cost of traces: the service with traces off (the default), compared with a build that never checks for them,
// and with traces that are sent to a collector.
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { untilStored } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { type Drive, drive, driver } from "./drive";
import { keepResults } from "./results";
import { comparison, inRounds, ratio } from "./rounds";

/** Relative to the build without traces; a lower ratio is not just chance. */
const WANTED = 0.95;
const CONNECTIONS = 16;
const LOOK = 'var tracer = () => peek("tracer");';

/** Copies this repository, with a build that never checks whether traces are on. */
function withoutTraces(): string {
  const folder = mkdtempSync(join(tmpdir(), "signpost-without-traces-"));
  for (const name of readdirSync(".")) if (name !== ".build") symlinkSync(resolve(name), join(folder, name));
  cpSync(".build", join(folder, ".build"), { recursive: true });
  const looking = readdirSync(".build").filter(
    (name) => name.endsWith(".js") && readFileSync(join(".build", name), "utf8").includes(LOOK),
  );
  const [chunk] = looking;
  if (!chunk || looking.length > 1) throw new Error(`it is looked in ${looking.length} places whether traces are on`);
  const path = join(folder, ".build", chunk);
  writeFileSync(path, readFileSync(path, "utf8").replace(LOOK, "var tracer = () => undefined;"));
  return folder;
}

await prepare({ dev: true });
const folder = withoutTraces();
let taken = 0;
const receiver = createServer((request, response) => {
  request.on("data", ({ length }) => {
    taken += length;
  });
  request.on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const env = { RATE_LIMIT_PER_MINUTE: "1000000000", LOG_LEVEL: "info" };
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const servers = {
  without: await startServer({ env, folder }),
  off: await startServer({ env }),
  on: await startServer({ env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT } }),
};
try {
  const settled = async () => {
    for (const server of Object.values(servers)) await untilStored(server, 120_000);
  };
  for (const server of Object.values(servers)) {
    const link = { url: "https://example.com/landing", custom: "hot" };
    const { status } = await api(server, server.adminKey).post("/api/url/add", link);
    if (status !== 200) throw new Error("a link could not be made");
  }
  const compared = (ask: (server: TestServer) => Promise<Drive>) =>
    inRounds({ without: () => ask(servers.without), off: () => ask(servers.off), on: () => ask(servers.on) }, settled);
  const redirects = await compared(({ url }) => drive({ url, paths: ["/hot"] }));
  const requests = await compared(({ url, adminKey }) =>
    drive({
      ...{ url, paths: ["/api/urls?limit=10"], connections: CONNECTIONS },
      headers: { Authorization: `Bearer ${adminKey}` },
    }),
  );
  if (taken === 0) throw new Error("no trace was sent");
  const ratios = [redirects, requests].map(({ off, without }) => ratio(off, without));
  keepResults(
    "Traces",
    `One build with traces off, with traces on, and \`without\`: that build, in which nothing looks whether they are on. By turns in
five rounds of 3 s each, load from ${driver}. With traces off it answers ${ratios[0]?.toFixed(2)} times as many redirects as without, and ${ratios[1]?.toFixed(2)}
times as many requests; ${WANTED} is wanted.

Redirects of one hot link, 64 connections:

${comparison(redirects, "without")}

\`GET /api/urls?limit=10\`, ${CONNECTIONS} connections:

${comparison(requests, "without")}`,
  );
  if (ratios.some((reached) => reached < WANTED)) process.exitCode = 1;
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  receiver.close();
  receiver.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
