import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { Contents, Resources } from "@/components/docs/contents";
import { LanguageTabs } from "@/components/docs/language-tabs";
import { RedirectOldAnchor } from "@/components/docs/redirect-old-anchor";
import classes from "@/components/docs/reference.module.css";
import type { guideSections } from "@/components/docs/sections";
import { Code, Prose } from "@/components/docs/text";
import { readReference } from "@/lib/http/openapi/reference-in";
import type { RefusalEntry } from "@/lib/http/openapi/reference-pages";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";

export async function generateMetadata() {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("description") };
}

export default async function DocsPage() {
  const t = await getTranslations("docs");
  const { tags, refusals } = await readReference(await getLocale());
  return (
    <>
      <RedirectOldAnchor />
      <Contents tags={tags} />
      <main>
        <div className={classes.intro}>
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
          <p className={classes.base}>
            <span>
              {t("base")} <code>{baseUrl()}</code>
            </span>
            {(await instanceSettings()).docsPage && <a href="/api/openapi.json">{t("document")}</a>}
          </p>
        </div>
        <Guide base={baseUrl()} refusals={refusals} />
        <Resources tags={tags} />
      </main>
    </>
  );
}

const values = ["bodies", "empty", "booleans", "times", "addresses", "requestId"] as const;

/** The rules that apply to all operations. */
function Guide({ base, refusals }: { base: string; refusals: RefusalEntry[] }) {
  const t = useTranslations("docs.guide");
  return (
    <>
      <Section id="quick-start">
        <p>
          {t.rich("quick-start.about", {
            code: (words) => <code>{words}</code>,
            link: (words) => <a href="/dashboard/settings/keys">{words}</a>,
          })}
        </p>
        <QuickStart base={base} />
      </Section>
      <Section id="authentication">
        <Paragraph text={t("authentication.header")} />
        <Paragraph text={t("authentication.browsers")} />
      </Section>
      <Section id="values">
        <ul>
          {values.map((name) => (
            <li key={name}>
              <Prose text={t(`values.${name}`)} />
            </li>
          ))}
        </ul>
      </Section>
      <Section id="errors">
        <Paragraph text={t("errors.about")} />
        <Code title={t("errors.sample")} code={refusalSample} />
        <dl className={classes.statuses}>
          {refusals.map(({ status, description, codes }) => (
            <div key={status} id={`status-${status}`}>
              <dt>{status}</dt>
              <dd>
                <Prose text={description} />
                <div>{codes.length > 0 && <code>{codes.join(" · ")}</code>}</div>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="pagination">
        <Paragraph text={t("pagination.limit")} />
        <Paragraph text={t("pagination.counts")} />
        <Paragraph text={t("pagination.countsExact")} />
        <Paragraph text={t("pagination.cursor")} />
        <Code title={t("pagination.sample")} code={pageSample(base)} />
      </Section>
      <Section id="idempotency">
        <Paragraph text={t("idempotency.how")} />
        <Paragraph text={t("idempotency.when")} />
        <Code title={t("idempotency.sample")} code={idempotentSample(base)} />
      </Section>
      <Section id="versions">
        <Paragraph text={t("versions.how")} />
        <Paragraph text={t("versions.where")} />
        <Code title={t("versions.sample")} code={conditionalUpdateSample(base)} />
      </Section>
      <Section id="rate-limit">
        <Paragraph text={t("rate-limit.about")} />
        <dl className={classes.statuses}>
          {limitHeaders.map(([header, meaning]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{t(`rate-limit.${meaning}`)}</dd>
            </div>
          ))}
        </dl>
        <Paragraph text={t("rate-limit.over")} />
      </Section>
    </>
  );
}

const Paragraph = ({ text }: { text: string }) => (
  <p>
    <Prose text={text} />
  </p>
);

function Section({ id, children }: { id: (typeof guideSections)[number]; children: React.ReactNode }) {
  const t = useTranslations("docs.guide");
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`${id}.title`)}</h2>
      {children}
    </section>
  );
}

/** Creates the first link in four languages, with this service's own address. */
function QuickStart({ base }: { base: string }) {
  const t = useTranslations("docs.guide.quick-start");
  const tabs = quickStarts(base).map(({ language, code }) => ({
    language,
    panel: <Code title={t("sample", { language })} code={code} />,
  }));
  return <LanguageTabs label={t("languages")} tabs={tabs} />;
}

const refusalSample = `{
  "error": 1,
  "code": "invalid_input",
  "message": "url: Only http and https addresses are allowed.",
  "errors": [
    {
      "path": "url",
      "code": "url_not_http",
      "message": "Only http and https addresses are allowed."
    }
  ]
}`;

const pageSample = (base: string) => `curl "${base}/api/urls?limit=50&page=2" \\
  -H "Authorization: Bearer $KEY"

{
  "error": 0,
  "data": {
    "result": 120, "resultexact": true, "perpage": 50,
    "currentpage": 2, "nextpage": 3, "maxpage": 3,
    "urls": [ … ]
  }
}`;

const idempotentSample = (base: string) => `curl ${base}/api/url/add \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" \\
  -d '{"url": "https://example.com/spring"}'`;

const conditionalUpdateSample = (base: string) => `curl -X PUT ${base}/api/url/42/update \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "2026-11-26T09:30:00.000Z"' \\
  -d '{"url": "https://example.com/summer"}'`;

const limitHeaders = [
  ["X-RateLimit-Limit", "limit"],
  ["X-RateLimit-Remaining", "remaining"],
  ["X-RateLimit-Reset", "reset"],
] as const;

/** The same two calls in each language, using only its standard library. */
const quickStarts = (base: string) => [
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
