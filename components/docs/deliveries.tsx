import { useTranslations } from "next-intl";
import type { DeliveriesEntry } from "@/lib/http/openapi/reference-pages";
import { LanguageTabs } from "./language-tabs";
import classes from "./reference.module.css";
import { deliverySections } from "./sections";
import { Code, Prose } from "./text";

/** How to receive and verify what webhooks send. */
export function Deliveries({ headers, failed }: Pick<DeliveriesEntry, "headers" | "failed">) {
  const t = useTranslations("docs.deliveries");
  const tabs = verificationSamples.map(({ language, code }) => ({
    language,
    panel: <Code title={t(language === "curl" ? "verify.send" : "verify.sample", { language })} code={code} />,
  }));
  const bodies = {
    receive: (
      <>
        <Paragraph text={t("receive.about")} />
        <dl className={classes.statuses}>
          {headers.map(({ name, description }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Prose text={description} />
              </dd>
            </div>
          ))}
        </dl>
        <Paragraph text={t("receive.answer")} />
        <Paragraph text={failed} />
      </>
    ),
    verify: (
      <>
        <Paragraph text={t("verify.about")} />
        <LanguageTabs label={t("verify.languages")} tabs={tabs} />
      </>
    ),
    local: (
      <>
        <Paragraph text={t("local.test")} />
        <Paragraph text={t("local.private")} />
      </>
    ),
  };
  return deliverySections.map((id) => (
    <section key={id} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`${id}.title`)}</h2>
      {bodies[id]}
    </section>
  ));
}

const Paragraph = ({ text }: { text: string }) => (
  <p>
    <Prose text={text} />
  </p>
);

/** A receiver that accepts only genuine deliveries, in each language, and a signed request to try it. */
export const verificationSamples = [
  {
    language: "curl",
    code: `# Sends a signed test to your own receiver. It must answer with status 200.
# With another secret, it must answer with status 400.
WEBHOOK_SECRET=whsec_the-secret

BODY='{"type":"webhook.test","timestamp":"2027-01-31T18:00:00.000Z","data":{"test":true}}'
ID=msg_1
TIME=$(date +%s)
KEY=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)

curl -i http://localhost:3000/ \\
  -H "Content-Type: application/json" \\
  -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $TIME" \\
  -H "webhook-signature: v1,$SIGNATURE" \\
  -d "$BODY"`,
  },
  {
    language: "JavaScript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = "whsec_the-secret";
const key = Buffer.from(secret.slice("whsec_".length), "base64");

function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= 300)) return false;
  const signed = createHmac("sha256", key).update(\`\${id}.\${time}.\`).update(body).digest("base64");
  const expected = Buffer.from(\`v1,\${signed}\`);
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const signature = Buffer.from(one);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // Verify the raw body, before it is parsed.
  const body = Buffer.concat(chunks);
  const genuine = isGenuine(request.headers, body);
  if (genuine) console.log(JSON.parse(body.toString()).type);
  response.writeHead(genuine ? 200 : 400).end();
});
server.listen(3000);`,
  },
  {
    language: "Python",
    code: `import base64
import hashlib
import hmac
import json
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = "whsec_the-secret"
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))

def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, expected) for one in signatures)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Verify the raw body, before it is parsed.
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        if genuine:
            print(json.loads(body)["type"], flush=True)
        self.send_response(200 if genuine else 400)
        self.end_headers()

HTTPServer(("", 3000), Receiver).serve_forever()`,
  },
  {
    language: "PHP",
    code: `<?php
const SECRET = 'whsec_the-secret';

// Verify the raw body, before it is parsed.
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$key = base64_decode(substr(SECRET, strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
$genuine = array_filter($signatures, fn ($one) => hash_equals($expected, $one)) !== [];
if (!$genuine || abs(time() - (int) $time) > 300) {
    http_response_code(400);
    exit;
}
error_log(json_decode($body, true)['type']);`,
  },
];
