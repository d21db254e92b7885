import type { RefusalEntry } from "@/lib/http/reference-pages";
import { Code } from "./code";
import { Codes } from "./codes";
import { Prose } from "./prose";
import { QuickStart } from "./quick-start";
import classes from "./reference.module.css";

interface Props {
  base: string;
  refusals: RefusalEntry[];
}

/** What holds for every operation. */
export const guideSections = [
  { id: "quick-start", title: "Quick start" },
  { id: "authentication", title: "Authentication" },
  { id: "values", title: "Requests and values" },
  { id: "errors", title: "Errors" },
  { id: "pagination", title: "Pagination" },
  { id: "idempotency", title: "Sending again" },
  { id: "rate-limit", title: "Rate limit" },
] as const;

export function Guide({ base, refusals }: Props) {
  return (
    <>
      <Section id="quick-start">
        <p>
          Every account has an API key; yours is in the dashboard, under <a href="/dashboard/settings">settings</a>. Put
          it in place of <code>your-api-key</code> and run one of these.
        </p>
        <QuickStart base={base} />
      </Section>
      <Section id="authentication">
        <p>
          Send your key with every request, in the header <code>Authorization: Bearer &lt;key&gt;</code>; the key
          without a word before it and <code>X-API-Key: &lt;key&gt;</code> do as well. A key that is missing, unknown or
          expired gets status 401. Keep it secret: whoever has it can do what you can. A new key takes the place of the
          old one at once.
        </p>
        <p>Pages of any site may call the API from a browser (CORS), with a key and without cookies.</p>
      </Section>
      <Section id="values">
        <ul>
          <li>
            Bodies are JSON, sent with <code>Content-Type: application/json</code> or without a type, and at most 1 MiB
            long. Forms are understood too, as <code>application/x-www-form-urlencoded</code> or{" "}
            <code>multipart/form-data</code>, with up to 1,000 fields and brackets for what is nested:{" "}
            <code>geotarget[0][location]=FR</code>. Members that an operation does not know are ignored.
          </li>
          <li>
            For optional fields, <code>null</code> and <code>""</code> mean that the field was not sent. Where an update
            can empty a field, <code>null</code> empties it.
          </li>
          <li>
            Booleans may also arrive as <code>0</code> and <code>1</code>, numbers as decimal text.
          </li>
          <li>
            Times are UTC, written <code>2027-01-31 18:00:00</code>. ISO 8601 is understood, with its offset, and{" "}
            <code>2027-01-31</code>, which means the end of that day.
          </li>
          <li>
            An address without a scheme, such as <code>example.com/page</code>, is taken for https.
          </li>
          <li>
            Every response has a header <code>X-Request-Id</code>. The service's log has the same id.
          </li>
        </ul>
      </Section>
      <Section id="errors">
        <p>
          Every response is JSON with <code>error</code>: <code>0</code> when it worked, <code>1</code> when it did not.
          A failure says in <code>message</code> what is wrong, in one sentence, and in <code>code</code> under a name
          that stays as it is. Where fields are to blame, <code>errors</code> names each of them. The codes below can
          come from every operation with this status; what else one has to say stands with it.
        </p>
        <Code title="A refusal" code={refusal} />
        <dl className={classes.statuses}>
          {refusals.map(({ status, description, codes }) => (
            <div key={status} id={`status-${status}`}>
              <dt>{status}</dt>
              <dd>
                <Prose text={description} />
                <div>
                  <Codes names={codes} />
                </div>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="pagination">
        <p>
          Lists take <code>limit</code>, 15 unless sent and 1,000 at most, and <code>page</code>, which starts at 1.
          More counts as 1,000. A value that is not a positive whole number gets status 400. The newest come first.
        </p>
        <p>
          <code>result</code> is how many there are over all pages, <code>perpage</code> the limit that was used,{" "}
          <code>maxpage</code> the last page. <code>nextpage</code> stays at the last page when you have reached it. A
          page past the end is an empty list.
        </p>
        <Code
          title="The second of three pages"
          code={`curl "${base}/api/urls?limit=50&page=2" \\\n  -H "Authorization: Bearer $KEY"\n\n${page}`}
        />
      </Section>
      <Section id="idempotency">
        <p>
          When no answer arrives, you cannot know whether the request did. Send a key of your own with a POST, in the
          header <code>Idempotency-Key</code>, and you can send it again without harm: of equal requests with one key
          within 24 hours only the first runs, and the others get its answer. A random UUID makes a good key; 1 to 255
          visible ASCII characters are allowed.
        </p>
        <p>
          The same key with another request gets status 409. A request that was refused does not use up its key. Other
          methods need none: they can always be sent again.
        </p>
        <Code
          title="A request that is safe to send again"
          code={`curl ${base}/api/url/add \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: 5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" \\\n  -d '{"url": "https://example.com/spring"}'`}
        />
      </Section>
      <Section id="rate-limit">
        <p>
          Each account has a number of requests a minute, 30 unless the service says otherwise, over all operations
          together. These headers come with every response:
        </p>
        <dl className={classes.statuses}>
          {limitHeaders.map(({ name, meaning }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          One request too many gets status 429 and, in <code>Retry-After</code>, the seconds to wait. Requests without a
          valid key are counted by address.
        </p>
      </Section>
    </>
  );
}

function Section({ id, children }: { id: (typeof guideSections)[number]["id"]; children: React.ReactNode }) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{guideSections.find((section) => section.id === id)?.title}</h2>
      {children}
    </section>
  );
}

const refusal = `{
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

const page = `{
  "error": 0,
  "data": {
    "result": 120, "perpage": 50,
    "currentpage": 2, "nextpage": 3, "maxpage": 3,
    "urls": [ … ]
  }
}`;

const limitHeaders = [
  { name: "X-RateLimit-Limit", meaning: "Requests allowed in one minute." },
  { name: "X-RateLimit-Remaining", meaning: "Requests left in this minute." },
  { name: "X-RateLimit-Reset", meaning: "When the minute ends, in Unix seconds." },
];
