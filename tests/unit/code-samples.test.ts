import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { listOperations, type SampleRequest, writeCodeSamples } from "@/lib/http/openapi/document";
import { openApiDocument } from "@/lib/http/openapi/reference";

interface Sample {
  lang: string;
  source: string;
}

const document = await openApiDocument();
const operations = Object.values(document.paths ?? {}).flatMap(listOperations);
const samples = operations.map((operation) => operation["x-codeSamples"] as Sample[]);
const sourcesIn = (lang: string) => samples.map((all) => all.find((one) => one.lang === lang)?.source ?? "");

const awkward: SampleRequest = {
  method: "POST",
  url: "https://go.test/api/url/add",
  open: false,
  isFile: false,
  body: {
    title: `It's "5 $" \\ \n ü 日本`,
    flag: true,
    none: null,
    list: [],
    members: {},
    deep: { list: [1, { a: -0.5 }] },
  },
};

it("every operation is shown in four languages", () => {
  expect(samples.length).toBeGreaterThan(100);
  for (const all of samples) expect(all.map(({ lang }) => lang)).toEqual(["Shell", "JavaScript", "Python", "PHP"]);
});

/** The environment variables that samples read. */
const env = { KEY: "sp_key", ID: "1", LINKID: "2", ITEMID: "3", USERID: "4" };

/** Runs the JavaScript with a fake fetch and returns what it sends. */
async function sentBy(source: string) {
  const sent: { url: string; method?: string; headers?: object; body?: unknown }[] = [];
  const fetch = async (url: string, { body, ...init }: { method?: string; body?: string } = {}) => {
    sent.push({ url, method: "GET", ...init, ...(body !== undefined && { body: JSON.parse(body) }) });
    return { json: async () => ({}), blob: async () => ({}) };
  };
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const silent = { log: () => undefined };
  await new AsyncFunction("fetch", "console", "process", source)(fetch, silent, { env });
  return sent[0];
}

it("the JavaScript sample sends the example", async () => {
  const addresses = sourcesIn("JavaScript").map(async (source) => (await sentBy(source))?.url ?? "");
  expect((await Promise.all(addresses)).filter((url) => /undefined|[{}$]/.test(url))).toEqual([]);
  for (const [index, source] of sourcesIn("JavaScript").entries()) {
    const { requestBody, security } = operations[index] ?? {};
    const body = (requestBody as { content: Record<string, { example: unknown }> } | undefined)?.content[
      "application/json"
    ]?.example;
    const sent = await sentBy(source);
    expect(sent?.body).toEqual(body);
    expect("Authorization" in (sent?.headers ?? {})).toBe(security?.length !== 0);
  }
  const [, { source = "" } = {}] = writeCodeSamples(awkward);
  expect(await sentBy(source)).toEqual({
    url: awkward.url,
    method: "POST",
    headers: { Authorization: "Bearer sp_key", "Content-Type": "application/json" },
    body: awkward.body,
  });
});

const stub = `
import json, os, sys, types
os.environ.update(${JSON.stringify(env)})
sent = []
class Answer:
    content = b""
    def json(self): return {}
def sends(method):
    def send(url, headers=None, json=None):
        sent.append([method, url, headers, json])
        return Answer()
    return send
requests = types.ModuleType("requests")
for method in ["get", "post", "put", "delete"]: setattr(requests, method, sends(method))
sys.modules["requests"] = requests
out, sys.stdout = sys.stdout, open(os.devnull, "w")
for source in json.load(sys.stdin): exec(source, {})
json.dump(sent, out)
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

it.skipIf(!hasPython)("the Python sample sends the same as the JavaScript one", async () => {
  const [, , { source = "" } = {}] = writeCodeSamples(awkward);
  const input = JSON.stringify([...sourcesIn("Python"), source]);
  const { stdout, stderr } = spawnSync("python3", ["-c", stub], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  expect(stderr).toBe("");
  const sent: [string, string, object | null, unknown][] = JSON.parse(stdout);
  expect(sent.at(-1)).toEqual(["post", awkward.url, { Authorization: "Bearer sp_key" }, awkward.body]);
  for (const [index, source] of sourcesIn("JavaScript").entries()) {
    const { method = "", url, body } = (await sentBy(source)) ?? {};
    expect(sent[index]).toEqual([method.toLowerCase(), url, sent[index]?.[2], body ?? null]);
  }
});

/** Replaces cURL. `php -n` loads no extensions. */
const phpStub = `
foreach (json_decode('ENV', true) as $name => $value) putenv("$name=$value");
foreach (["CUSTOMREQUEST", "HTTPHEADER", "POSTFIELDS", "RETURNTRANSFER"] as $name) define("CURLOPT_$name", $name);
$sent = [];
function curl_init($url) { return (object) ["url" => $url]; }
function curl_setopt_array($curl, $options) { $curl->options = $options; }
function curl_exec($curl) { global $sent; $sent[] = [$curl->options["CUSTOMREQUEST"], $curl->url, $curl->options["HTTPHEADER"] ?? [], json_decode($curl->options["POSTFIELDS"] ?? "null")]; return "{}"; }
ob_start();
foreach (json_decode(stream_get_contents(STDIN)) as $source) eval(substr($source, 5));
ob_end_clean();
echo json_encode($sent);
`.replace("ENV", JSON.stringify(env));
const hasPhp = spawnSync("php", ["--version"]).status === 0;

it.skipIf(!hasPhp)("the PHP sample sends the same as the JavaScript one", async () => {
  const [, , , { source = "" } = {}] = writeCodeSamples(awkward);
  const input = JSON.stringify([...sourcesIn("PHP"), source]);
  const { stdout, stderr } = spawnSync("php", ["-n", "-r", phpStub], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  expect(stderr).toBe("");
  const sent: [string, string, string[], unknown][] = JSON.parse(stdout);
  const headers = ["Authorization: Bearer sp_key", "Content-Type: application/json"];
  expect(sent.at(-1)).toEqual(["POST", awkward.url, headers, awkward.body]);
  for (const [index, source] of sourcesIn("JavaScript").entries()) {
    const { method = "", url, body } = (await sentBy(source)) ?? {};
    expect(sent[index]).toEqual([method, url, sent[index]?.[2], body ?? null]);
  }
});

it("PHP uses its own quotes, lists and members", () => {
  const [, , , { source = "" } = {}] = writeCodeSamples(awkward);
  expect(source).toBe(`<?php
$curl = curl_init('https://go.test/api/url/add');
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("KEY"), "Content-Type: application/json"],
    CURLOPT_POSTFIELDS => json_encode([
        'title' => 'It\\'s "5 $" \\\\ \n ü 日本',
        'flag' => true,
        'none' => null,
        'list' => [],
        'members' => new stdClass(),
        'deep' => [
            'list' => [
                1,
                [
                    'a' => -0.5,
                ],
            ],
        ],
    ]),
    CURLOPT_RETURNTRANSFER => true,
]);
print_r(json_decode(curl_exec($curl), true));`);
});

it("reads IDs from the environment, like the key", () => {
  const url = "https://go.test/api/channel/{id}/assign/links/{itemid}";
  const sources = writeCodeSamples({ method: "POST", url, open: false, isFile: false }).map(({ source }) => source);
  const address = "https://go.test/api/channel";
  expect(sources[0]).toContain(`"${address}/$ID/assign/links/$ITEMID"`);
  expect(sources[1]).toContain(`fetch(\`${address}/\${process.env.ID}/assign/links/\${process.env.ITEMID}\`, {`);
  expect(sources[2]).toContain(`f"${address}/{os.environ['ID']}/assign/links/{os.environ['ITEMID']}",`);
  expect(sources[3]).toContain(`curl_init("${address}/" . getenv("ID") . "/assign/links/" . getenv("ITEMID") . "");`);
});
