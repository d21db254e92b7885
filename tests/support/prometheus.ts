import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./ports";
import { temporaryFolder } from "./server";
import { eventually } from "./wait";

export const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;

export const RULES = "deploy/alerts.yaml";

/** The rules with shorter windows and no waiting, so that a test takes seconds instead of minutes. */
function hurried(rules: string): string {
  return rules.replace(/^ +for: .*\n/gm, "").replace(/\[\d+[mh]\]/g, "[20s]");
}

export interface Prometheus {
  /** The alerts that are firing. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

/** A Prometheus that scrapes `target` every three seconds. Without `asTheyAre`, its rules have shorter times. */
export async function startPrometheus(target: string, { asTheyAre = false } = {}): Promise<Prometheus> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const rules = readFileSync(RULES, "utf8");
  writeFileSync(join(folder, "rules.yaml"), asTheyAre ? rules : hurried(rules));
  writeFileSync(
    join(folder, "prometheus.yaml"),
    JSON.stringify({
      // Long enough for a scrape while the database hangs.
      global: { scrape_interval: "3s", scrape_timeout: "3s", evaluation_interval: "1s" },
      rule_files: ["rules.yaml"],
      scrape_configs: [{ job_name: "signpost", static_configs: [{ targets: [target] }] }],
    }),
  );
  const options = {
    "config.file": join(folder, "prometheus.yaml"),
    "storage.tsdb.path": join(folder, "data"),
    "web.listen-address": `127.0.0.1:${port}`,
    "log.level": "error",
  };
  const child = spawn(
    "prometheus",
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (!(await fetch(`${url}/-/ready`)).ok) throw new Error("Prometheus is not ready");
  });
  return {
    async firing() {
      const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const names = data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
