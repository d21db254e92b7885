import { createServer } from "node:http";
import next from "next";
import { openDataDir } from "@/lib/embedded/data-dir";
import { closeServer, listen, refuseForNow } from "@/lib/embedded/http";
import { run } from "@/lib/embedded/lifetime";
import { lockDataDir } from "@/lib/embedded/lock";

const dev = process.argv.includes("--dev");

/** How long a stop waits for recorded clicks to be stored. The rest is stored at the next start. */
const drainMs = 2_500;

// What reads the configuration is imported where it is needed: the environment may be wrong, and the database's
// address is known only once the database runs.
run(async (started) => {
  const { baseUrl, env, provide } = await import("@/lib/env");
  openDataDir(env.DATA_DIR);
  started(await lockDataDir(env.DATA_DIR));

  const { provideSecrets } = await import("@/lib/embedded/secrets");
  provideSecrets();

  let databaseUrl = env.DATABASE_URL;
  if (!databaseUrl) {
    const { startPostgres } = await import("@/lib/embedded/postgres");
    const postgres = await startPostgres(env.DATA_DIR);
    started(postgres.stop);
    databaseUrl = postgres.url;
    provide({ DATABASE_URL: databaseUrl });
  }

  const { closeDatabase, prepareDatabase } = await import("@/lib/embedded/database");
  started(closeDatabase);
  await prepareDatabase(databaseUrl);

  const { journal } = await import("@/lib/clicks/journal");
  const { startDrain } = await import("@/lib/clicks/drain");
  const { listenForChanges } = await import("@/lib/notifications");
  const drain = startDrain(journal());
  started(async () => {
    await journal().close();
    await drain.close(drainMs);
  });
  const changes = listenForChanges();
  started(changes.stop);

  // A server action that redirects has Next fetch the next page from its own address.
  const hostname = env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST;
  const pages = next({ dev, dir: process.cwd(), hostname, port: env.PORT });
  await pages.prepare();
  started(() => pages.close());

  const { requestListener } = await import("@/lib/request-listener");
  const server = createServer(refuseForNow);
  await listen(server, env.PORT, env.HOST);
  started(() => closeServer(server));

  const { createAdministrator } = await import("@/lib/embedded/administrator");
  const { readyBlock } = await import("@/lib/embedded/ready");
  // Last, when nothing can fail any more: the credentials are shown this once.
  const administrator = await createAdministrator(databaseUrl);
  server.off("request", refuseForNow).on("request", requestListener(pages.getRequestHandler()));
  process.stdout.write(readyBlock(baseUrl(), administrator));
});
