import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

const FOLDER = "deploy/kubernetes";

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  [part: string]: unknown;
}

const parseAll = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const resources = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
  .flatMap((name) => parseAll(readFileSync(join(FOLDER, name), "utf8")).map((manifest) => ({ file: name, manifest })));
const named = resources.map(({ file, manifest }) => [`${manifest.kind} of ${file}`, manifest] as const);

it.each(named)("has a %s that matches Kubernetes's schema, without unknown fields", async (_, it) => {
  expect(await faultsOf(it)).toEqual([]);
});

it("would find wrong, missing and unknown values", async () => {
  const statefulSet = find("StatefulSet");
  const wrong = structuredClone(statefulSet) as Manifest & { spec: Record<string, unknown> };
  wrong.spec.replicas = "three";
  wrong.spec.selector = undefined;
  wrong.spec.replica = 3;
  expect((await faultsOf(wrong)).toSorted()).toEqual([
    "/spec has no selector",
    "/spec/replica is unknown",
    "/spec/replicas: type",
  ]);
});

it("lists every file in kustomization.yaml", () => {
  const [{ resources: listed }] = parseAll(readFileSync(join(FOLDER, "kustomization.yaml"), "utf8")) as [
    Manifest & { resources: string[] },
  ];
  expect(listed.toSorted()).toEqual([...new Set(resources.map(({ file }) => file))].toSorted());
});

it("meets the rules of restricted namespaces, and gives each instance a volume and probes", () => {
  for (const pod of podsOf()) {
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    for (const container of pod.spec.containers)
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
  }
  const { spec } = find("StatefulSet") as Manifest & { spec: StatefulSpec };
  const [container] = spec.template.spec.containers;
  expect(container).toMatchObject({
    livenessProbe: { httpGet: { path: "/api/health" } },
    readinessProbe: { httpGet: { path: "/api/ready/visits" } },
    startupProbe: { httpGet: { path: "/api/ready" } },
    env: [{ name: "DATA_DIR", value: "/data" }],
    volumeMounts: expect.arrayContaining([{ name: "data", mountPath: "/data" }]),
  });
  expect(spec.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual(["data"]);
  expect(resources.some(({ manifest }) => manifest.metadata.name === spec.serviceName)).toBe(true);
});

it("sets known variables, and needs the secrets that the documents name", () => {
  const source = readFileSync("lib/platform/env.ts", "utf8");
  const known = [...source.matchAll(/^ {2}([A-Z_\d]+):/gm)].map(([, name]) => name);
  for (const line of readFileSync(join(FOLDER, "signpost.env"), "utf8").trim().split("\n"))
    expect(known).toContain(line.split("=")[0]);
  const [, secret = ""] = /^```sh\n(echo "APP_SECRET=.*?)^```$/ms.exec(readFileSync("docs/running.md", "utf8")) ?? [];
  expect([...secret.matchAll(/^(?:echo ")?([A-Z_]+)=/gm)].map(([, name]) => name)).toEqual([
    "APP_SECRET",
    "DATABASE_URL",
    "REDIS_URL",
  ]);
  expect(readFileSync(".gitignore", "utf8").split("\n")).toContain("secret.env");
});

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0;

it.skipIf(!hasKubectl)("is accepted by kubectl", () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-kubernetes-"));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    writeFileSync(join(folder, "secret.env"), "APP_SECRET=none\n");
    const built = execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" });
    const kinds = parseAll(built).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["ConfigMap", "Secret", "StatefulSet", "Ingress"]));
    // The instances only read names that exist.
    for (const kind of ["ConfigMap", "Secret"]) {
      const made = parseAll(built).find((manifest) => manifest.kind === kind)?.metadata.name;
      expect(built).toContain(`${kind === "Secret" ? "secretRef" : "configMapRef"}:\n            name: ${made}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

interface Pod {
  spec: { securityContext: object; containers: object[] };
}
interface StatefulSpec {
  serviceName: string;
  template: Pod;
  volumeClaimTemplates: { metadata: { name: string } }[];
}

function find(kind: string): Manifest {
  const found = resources.find(({ manifest }) => manifest.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found.manifest;
}

function podsOf(): Pod[] {
  return resources.flatMap(({ manifest }) => {
    const spec = manifest.spec as { template?: Pod; jobTemplate?: { spec: { template: Pod } } } | undefined;
    return spec?.template ?? spec?.jobTemplate?.spec.template ?? [];
  });
}

interface Violation {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string };
}

/** What the schema refuses, and the properties that it does not know. */
async function faultsOf(manifest: Manifest): Promise<string[]> {
  const { validate } = await schemaOf(manifest);
  const read = new Set<string>();
  validate(watched(manifest, "", read));
  const faults = (validate.errors ?? []).map(({ instancePath, params, keyword }) =>
    params.missingProperty ? `${instancePath} has no ${params.missingProperty}` : `${instancePath}: ${keyword}`,
  );
  return [...faults, ...unknown(manifest, "", read).map((path) => `${path} is unknown`)];
}

/** The validator that the package compiles from Kubernetes's published schema. */
async function schemaOf({ apiVersion, kind }: Manifest) {
  const [group = "", version = group] = apiVersion.split("/");
  const room = apiVersion.includes("/") ? group.replace(/\.k8s\.io$|\..*$/, "") : "core";
  const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const name = `IoK8sApi${title(room)}${title(version)}${kind}`;
  const module = await import(`../../node_modules/kubernetes-models/_schemas/${name}.js`);
  return module as { validate: ((value: unknown) => boolean) & { errors?: Violation[] } };
}

/** The same value, which records the properties that are read. */
function watched(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const inner = Reflect.get(target, key);
      if (typeof key !== "string" || typeof inner === "function") return inner;
      read.add(`${path}/${key}`);
      return watched(inner, `${path}/${key}`, read);
    },
  });
}

function unknown(value: unknown, path: string, read: Set<string>): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = `${path}/${key}`;
    if (inner === undefined) return [];
    return read.has(here) ? unknown(inner, here, read) : [here];
  });
}
