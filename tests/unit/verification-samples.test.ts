import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { verificationSamples } from "@/components/docs/deliveries";
import { newSecret, signedHeaders } from "@/lib/resources/webhooks/signature";
import { freePort } from "../support/ports";
import { eventually } from "../support/wait";

const folder = mkdtempSync(join(tmpdir(), "samples-"));
afterAll(() => rmSync(folder, { recursive: true }));

let receiver: ChildProcess | undefined;
afterEach(async () => {
  if (receiver?.kill()) await once(receiver, "exit");
});

const secret = newSecret();
const body = JSON.stringify({ type: "link.created", data: { title: "Ünï" } });
const now = () => Math.floor(Date.now() / 1_000);

/** Returns a sample with the secret and the port of a test, as a reader fills it in. */
const sampleIn = (language: string, port: number, its = secret) =>
  (verificationSamples.find((one) => one.language === language)?.code ?? "")
    .replaceAll("whsec_the-secret", its)
    .replaceAll("3000", `${port}`);

const commands: Record<string, (file: string, port: number) => [command: string, ...parameters: string[]]> = {
  JavaScript: (file) => [process.execPath, file],
  Python: (file) => ["python3", file],
  PHP: (file, port) => ["php", "-S", `127.0.0.1:${port}`, file],
};
const endings: Record<string, string> = { JavaScript: "mjs", Python: "py", PHP: "php" };

const hasProgram = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const isHere = (language: string) => hasProgram(commands[language]?.("", 0)[0] ?? "");

/** Starts a sample and returns a function that sends it a delivery. */
async function start(language: string) {
  const port = await freePort();
  const file = join(folder, `receiver-${port}.${endings[language]}`);
  writeFileSync(file, sampleIn(language, port));
  const [command, ...parameters] = commands[language]?.(file, port) ?? [""];
  receiver = spawn(command, parameters, { stdio: "ignore" });
  const send = async (sent: Record<string, string>, text = body) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: sent, body: text })).status;
  await eventually(() => send({}));
  return { port, send };
}

describe.each(Object.keys(commands))("the receiver in %s", (language) => {
  const missing = isHere(language) ? undefined : `${language} is not installed`;

  it.skipIf(missing)(`accepts genuine deliveries only${missing ? ` (skipped: ${missing})` : ""}`, async () => {
    const { port, send } = await start(language);
    const sent = (secrets: string[], timestamp = now()) => signedHeaders(secrets, "msg_1", timestamp, body);
    expect(await send(sent([secret]))).toBe(200);
    expect(await send(sent([newSecret(), secret]))).toBe(200);
    expect(await send(sent([newSecret()]))).toBe(400);
    expect(await send(sent([secret]), `${body} `)).toBe(400);
    for (const seconds of [-400, 400]) expect(await send(sent([secret], now() + seconds))).toBe(400);
    const { "webhook-signature": _, ...unsigned } = sent([secret]);
    expect(await send(unsigned)).toBe(400);
    expect(await send({ ...sent([secret]), "webhook-id": "msg_2" })).toBe(400);
    expect(await send({ ...sent([secret]), "webhook-signature": `v1,${"ü".repeat(22)}` })).toBe(400);
    for (const [its, status] of [
      [secret, 200],
      [newSecret(), 400],
    ] as const) {
      const { stdout } = spawnSync("bash", ["-c", sampleIn("curl", port, its)], { encoding: "utf8" });
      expect(stdout).toMatch(new RegExp(`^HTTP/1\\.[01] ${status} `));
    }
  });
});
