import { domainToUnicode } from "node:url";
import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { html } from "@/lib/contract/html";
import { refusalIn } from "@/lib/contract/refusals";
import { refusalOfIssue } from "@/lib/contract/zod";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { publicFacts, publicRuleDestinations } from "@/lib/resources/links/routing/public-facts";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { type ReportForm, reportForm, reportReasons } from "@/lib/resources/reports/schema";
import { fileReport } from "@/lib/resources/reports/service";
import { getSiteIcon } from "@/lib/resources/site-icons/service";
import { uploadSize } from "@/lib/resources/uploads/size";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { isSameOriginForm, type VisitRequest } from "@/lib/visits/core/request";
import { readBrand, sign } from "@/lib/visits/pages/brand";
import { abuseContact } from "@/lib/visits/pages/notices";
import { page } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { Outcome } from "./outcome";
import { previewPage } from "./pages";
import type { LinkVisit } from "./resolve";

const maxFormBytes = 16 * 1024;
/** Maximum number of listed destinations. A link may have a thousand. */
const shownDestinations = 50;

const limiter = () =>
  processSingleton("reportLimiter", () => createRateLimiter({ name: "report", points: 5, seconds: 60 * 60 }));

/** Answers `/<alias>+`: a page that shows where the link leads, with a form to report it. Nothing is counted. */
export async function answerAbout(link: LinkSnapshot, domain: DomainSnapshot, request: VisitRequest): Promise<Answer> {
  const words = visitorWords(request);
  const { t, locale } = words;
  if (request.method !== "POST") return aboutPage(link, domain, words);
  if (!isSameOriginForm(request)) return aboutPage(link, domain, words, { status: 403, problem: t("about.elsewhere") });
  const sent = Object.fromEntries(await request.form(maxFormBytes));
  const report = reportForm.safeParse(sent);
  if (!report.success) {
    const [issue = { message: "" }] = report.error.issues;
    return aboutPage(link, domain, words, { status: 400, problem: refusalIn(locale, refusalOfIssue(issue)), sent });
  }
  const { allowed } = await limiter().consume({ address: request.address });
  if (!allowed) return aboutPage(link, domain, words, { status: 429, problem: t("about.tooMany"), sent });
  await fileReport(link.id, report.data);
  return page({
    language: locale,
    title: t("about.thanks"),
    brand: readBrand(domain),
    body: html`
      <div class="said">
        ${sign("sent")}
        <h1>${t("about.thanks")}</h1>
        <p>${t("about.sent")}</p>
      </div>`,
  });
}

interface Attempt {
  status: number;
  problem?: string;
  sent?: Partial<Record<keyof ReportForm, string>>;
}

const style =
  "dd{font-weight:600}legend{padding:0}dl+p{margin-top:16px}details{margin-top:24px}summary{cursor:pointer;color:var(--dim)}";

function aboutPage(link: LinkSnapshot, domain: DomainSnapshot, words: VisitorWords, attempt?: Attempt): Answer {
  const { t, locale } = words;
  const short = `${readableHost(domain.origin)}/${link.alias}`;
  return page({
    status: attempt?.status,
    language: locale,
    title: t("about.title"),
    brand: readBrand(domain),
    body: html`
      <h1>${t("about.title")}</h1>
      <dl>
        <dt>${t("about.short")}</dt>
        <dd>${short}</dd>
        ${destinationParts(link, words)}
        <dt>${t("about.created")}</dt>
        <dd><time datetime="${new Date(link.createdAt).toISOString()}">${created(link, locale)}</time></dd>
      </dl>
      <p>${t("about.careful")}</p>
      <a class="action" href="/${encodeURI(link.alias)}" rel="nofollow">${t("about.goOn")}</a>
      <details${attempt && html` open`}>
        <summary>${t("about.report")}</summary>
        ${reportFields(words, attempt)}
        ${abuseContact(words)}
      </details>`,
    style,
    policy: { "form-action": "'self'" },
  });
}

function destinationParts(link: LinkSnapshot, { t }: VisitorWords) {
  const { hidden } = publicFacts(link);
  if (hidden) return html`<dt>${t("about.leads")}</dt><dd>${t(`about.${hidden}`)}</dd>`;
  const others = publicRuleDestinations(link, Date.now());
  const shown = others.slice(0, shownDestinations);
  const more = others.length - shown.length;
  return html`
    <dt>${t("about.leads")}</dt>
    <dd>${readableHost(link.destination)}</dd>
    <dt>${t("about.full")}</dt>
    <dd>${link.destination}</dd>
    ${shown.length > 0 && html`<dt>${t("about.some")}</dt>${shown.map((to) => html`<dd>${to}</dd>`)}`}
    ${more > 0 && html`<dd>${t("about.more", { count: more })}</dd>`}`;
}

/**
 * Returns a host in readable form, followed by Punycode if they differ: letters of other scripts may imitate a known
 * name.
 */
function readableHost(url: string): string {
  const { host, hostname, port } = new URL(url);
  const readable = domainToUnicode(hostname);
  return readable === "" || readable === hostname ? host : `${readable}${port && `:${port}`} (${host})`;
}

const created = ({ createdAt }: LinkSnapshot, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(createdAt);

function reportFields({ t }: VisitorWords, { problem, sent }: Partial<Attempt> = {}) {
  const reasons = reportReasons.map((reason) => {
    const checked = sent?.reason === reason && html` checked`;
    return html`<label><input type="radio" name="reason" value="${reason}" required${checked}>${t(`about.reasons.${reason}`)}</label>`;
  });
  return html`
    <form method="post">
      <fieldset${problem && html` aria-describedby="problem"`}>
        <legend>${t("about.wrong")}</legend>
        ${reasons}
      </fieldset>
      <label for="message">${t("about.message")}</label>
      <textarea id="message" name="message" rows="3" maxlength="1000">${sent?.message}</textarea>
      <label for="email">${t("about.email")}</label>
      <input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${sent?.email}">
      ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
      <button>${t("about.send")}</button>
    </form>`;
}

const headers = [
  ...["Content-Type", "image/png"],
  // An icon is not a visit, so it may be cached for a while.
  ...["Cache-Control", "public, max-age=3600"],
  ...["Content-Security-Policy", "default-src 'none'"],
  ...["X-Content-Type-Options", "nosniff"],
];

const wrongMethod = textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
const nothing = textAnswer(404, "The destination of this link has no icon.");

/** Answers `/<alias>/ico`, which browser extensions show next to a link: the icon of the destination's site. */
export async function answerIcon({ destination, ownerId }: LinkSnapshot, { method }: VisitRequest): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return wrongMethod;
  const image = await getSiteIcon(destination, { userId: ownerId });
  return image ? { status: 200, headers, body: image } : nothing;
}

/** Answers a bot with the link's own words and image. */
export async function answerPreview({ link, request }: LinkVisit, click?: RecordedClick): Promise<Outcome> {
  const size = link.metaImage === null ? null : await uploadSize(link.metaImage);
  return new Outcome("preview", { ...previewPage(link, visitorWords(request), size), click });
}
