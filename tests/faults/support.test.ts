import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { api } from "../support/api";
import { startServer, temporaryFolder } from "../support/server";
import { newUser } from "../support/users";

interface Account {
  data: { id: number; email: string; status: string };
}

it("starts a server, makes users, and stops without a trace", async () => {
  const server = await startServer();
  const admin = await api(server, server.adminKey).get<Account>("/api/account");
  expect(admin.body.data).toMatchObject({ email: server.adminEmail });

  const user = await newUser(server);
  const account = await api(server, user.key).get<Account>("/api/account");
  expect(account.status).toBe(200);
  expect(account.headers.get("x-ratelimit-limit")).toBe("1000000");
  expect(account.body.data).toMatchObject({ id: user.id, email: user.email, status: "free" });

  await server.stop();
  expect(existsSync(server.dataDir)).toBe(false);
  expect(server.logs()).toContain(server.url);
});

it("starts again on the data of a killed server", async () => {
  const dataDir = await temporaryFolder();
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const killed = await startServer({ dataDir });
  const user = await newUser(killed);
  await killed.kill();

  const server = await startServer({ dataDir });
  expect(server.databaseUrl).toBe(killed.databaseUrl);
  expect((await api(server, user.key).get<Account>("/api/account")).body.data.id).toBe(user.id);
  await server.kill();
  await server.stop();
  expect(existsSync(dataDir)).toBe(true);
});

it("reports why a server does not start", async () => {
  await expect(startServer({ env: { LOG_LEVEL: "loud" } })).rejects.toThrow("LOG_LEVEL");
});
