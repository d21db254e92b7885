/** The same two calls in each language, using only its standard library. */
export const quickStarts = (base: string) => [
  {
    language: "curl",
    code: `KEY=your-api-key

curl ${base}/api/url/add \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com/spring"}'

# The id is in the answer:
ID=the-id
curl "${base}/api/url/$ID" -H "Authorization: Bearer $KEY"`,
  },
  {
    language: "JavaScript",
    code: `const key = "your-api-key";

async function call(method, path, body) {
  const response = await fetch("${base}" + path, {
    method,
    headers: { Authorization: \`Bearer \${key}\`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (answer.error) throw new Error(answer.message);
  return answer;
}

const link = await call("POST", "/api/url/add", { url: "https://example.com/spring" });
console.log(link.shorturl);

const { data } = await call("GET", \`/api/url/\${link.id}\`);
console.log(data.clicks);`,
  },
  {
    language: "Python",
    code: `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

KEY = "your-api-key"

def call(method, path, body=None):
    request = Request(
        "${base}" + path,
        method=method,
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        return json.load(urlopen(request))
    except HTTPError as refusal:
        raise RuntimeError(json.load(refusal)["message"]) from None

link = call("POST", "/api/url/add", {"url": "https://example.com/spring"})
print(link["shorturl"])

print(call("GET", f"/api/url/{link['id']}")["data"]["clicks"])`,
  },
  {
    language: "PHP",
    code: `<?php
const KEY = 'your-api-key';

function call(string $method, string $path, ?array $body = null): array
{
    $answer = file_get_contents('${base}' . $path, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Authorization: Bearer ' . KEY, 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
    ]]));
    $answer = json_decode($answer, true);
    if ($answer['error']) {
        throw new RuntimeException($answer['message']);
    }
    return $answer;
}

$link = call('POST', '/api/url/add', ['url' => 'https://example.com/spring']);
echo $link['shorturl'], PHP_EOL;

echo call('GET', "/api/url/{$link['id']}")['data']['clicks'], PHP_EOL;`,
  },
];
