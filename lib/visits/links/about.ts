import { englishOf } from "@/lib/contract/errors";
import { html } from "@/lib/contract/html";
import { refusalOfIssue } from "@/lib/contract/zod";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { withQuery } from "@/lib/resources/links/parameters";
import { type ReportForm, reportForm, reportReasons } from "@/lib/resources/reports/schema";
import { fileReport } from "@/lib/resources/reports/service";
import type { Answer } from "@/lib/visits/answer";
import { isOwnForm } from "@/lib/visits/own-form";
import { brandOf, sign } from "@/lib/visits/pages/brand";
import { page } from "@/lib/visits/pages/page";
import type { VisitRequest } from "@/lib/visits/request";
import type { LinkSnapshot } from "./snapshot";

const maxFormBytes = 16 * 1024;
/** A link may have a thousand destinations. */
const shownDestinations = 50;

const limiter = () =>
  processSingleton("reportLimiter", () => createRateLimiter({ name: "report", points: 5, seconds: 60 * 60 }));

/** The page at `/<alias>+`: where the link leads, and a form to report it. Nobody is counted. */
export async function answerAbout(link: LinkSnapshot, domain: DomainSnapshot, request: VisitRequest): Promise<Answer> {
  if (request.method !== "POST") return aboutPage(link, domain);
  if (!isOwnForm(request))
    return aboutPage(link, domain, { status: 403, problem: "Please send the form from this page." });
  const sent = Object.fromEntries(await request.form(maxFormBytes));
  const report = reportForm.safeParse(sent);
  if (!report.success) {
    const [issue = { message: "" }] = report.error.issues;
    return aboutPage(link, domain, { status: 400, problem: englishOf(refusalOfIssue(issue)), sent });
  }
  const { allowed } = await limiter().consume({ address: request.address });
  if (!allowed) {
    return aboutPage(link, domain, { status: 429, problem: "That are many reports. Please try again later.", sent });
  }
  await fileReport(link.id, report.data);
  return page({
    title: "Thank you",
    brand: brandOf(domain),
    body: html`
      <div class="said">
        ${sign("sent")}
        <h1>Thank you</h1>
        <p>Your report was sent to the administrators of this service.</p>
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

function aboutPage(link: LinkSnapshot, domain: DomainSnapshot, attempt?: Attempt): Answer {
  const short = `${new URL(domain.origin).host}/${link.alias}`;
  return page({
    status: attempt?.status,
    title: "Where this link leads",
    brand: brandOf(domain),
    body: html`
      <h1>Where this link leads</h1>
      <dl>
        <dt>Short link</dt>
        <dd>${short}</dd>
        ${leads(link)}
        <dt>Created</dt>
        <dd><time datetime="${new Date(link.createdAt).toISOString()}">${created(link)}</time></dd>
      </dl>
      <p>Go on only where you trust the address. Its owner can change where the link leads.</p>
      <a class="action" href="/${encodeURI(link.alias)}" rel="nofollow">Go on</a>
      <details${attempt && html` open`}>
        <summary>Report this link</summary>
        ${reportFields(attempt)}
      </details>`,
    style,
    policy: { "form-action": "'self'" },
  });
}

function leads(link: LinkSnapshot) {
  if (link.passwordHash !== null) return html`<dt>Leads to</dt><dd>An address behind a password</dd>`;
  const others = otherDestinations(link);
  const shown = others.slice(0, shownDestinations);
  const more = others.length - shown.length;
  return html`
    <dt>Leads to</dt>
    <dd>${new URL(link.destination).host}</dd>
    <dt>Full address</dt>
    <dd>${link.destination}</dd>
    ${shown.length > 0 && html`<dt>Some visitors are led to</dt>${shown.map((to) => html`<dd>${to}</dd>`)}`}
    ${more > 0 && html`<dd>and ${more} more ${more === 1 ? "address" : "addresses"}</dd>`}`;
}

/** Where rules lead, but for the link's own destination. */
function otherDestinations({ rules, destination, addedQuery }: LinkSnapshot): string[] {
  // By the address without the parameters: with them, a thousand may take many MiB.
  const queries = new Map<string, string>();
  for (const { target, bare } of rules) {
    for (const to of typeof target === "string" ? [target] : target.map((share) => share.to)) {
      queries.set(to, bare ? "" : addedQuery);
    }
  }
  return [...queries].map(([to, query]) => withQuery(to, query)).filter((url) => url !== destination);
}

const created = ({ createdAt }: LinkSnapshot) => new Date(createdAt).toISOString().slice(0, 10);

function reportFields({ problem, sent }: Partial<Attempt> = {}) {
  const reasons = Object.entries(reportReasons).map(([reason, words]) => {
    const checked = sent?.reason === reason && html` checked`;
    return html`<label><input type="radio" name="reason" value="${reason}" required${checked}>${words}</label>`;
  });
  return html`
    <form method="post">
      <fieldset${problem && html` aria-describedby="problem"`}>
        <legend>What is wrong with it?</legend>
        ${reasons}
      </fieldset>
      <label for="message">What should we know? (optional)</label>
      <textarea id="message" name="message" rows="3" maxlength="1000">${sent?.message}</textarea>
      ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
      <button>Send the report</button>
    </form>`;
}
