import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPgBouncer } from "../../scripts/tools.mjs";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { startPostgres } from "../support/postgres";
import { startServer, temporaryFolder } from "../support/server";
import { visit } from "../support/visit";

const program = findPgBouncer();
if (!program) console.log("PgBouncer is not installed: the test with a pooler is skipped.");

it.skipIf(!program)("works behind a PgBouncer that keeps sessions and has no other settings", async () => {
  const [postgres, folder, listen] = await Promise.all([startPostgres(), temporaryFolder(), freePort()]);
  await postgres.start();
  const { username, password, port } = new URL(postgres.url);
  await chmod(folder, 0o777);
  const settings = `[databases]
* = host=127.0.0.1 port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
`;
  await writeFile(join(folder, "pgbouncer.ini"), settings);
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const pooler = spawn(program ?? "", [...as, join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  const stopped = once(pooler, "exit");
  try {
    const server = await startServer({
      env: { DATABASE_URL: `postgresql://${username}:${password}@127.0.0.1:${listen}/postgres`, LOG_LEVEL: "info" },
    });
    try {
      const client = api(server, server.adminKey);
      const added = await client.post<{ shorturl: string; id: number }>("/api/url/add", {
        url: "https://example.com/",
      });
      expect(added.body).toMatchObject({ error: 0 });
      expect((await visit(added.body.shorturl)).location).toBe("https://example.com/");
      // The process that answers visits hears of the change through its own connection.
      await client.put(`/api/url/${added.body.id}/update`, { url: "https://example.com/second" });
      expect((await visit(added.body.shorturl)).location).toBe("https://example.com/second");
      expect(server.logs()).not.toMatch(/"level":(40|50)/);
    } finally {
      await server.stop();
    }
  } finally {
    pooler.kill();
    await stopped;
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
