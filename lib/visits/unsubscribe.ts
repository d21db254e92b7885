import { html } from "@/lib/contract/html";
import { unsubscribe, unsubscriberOf } from "@/lib/resources/weekly-reports/unsubscribe";
import type { Answer } from "./answer";
import { missing } from "./pages/notices";
import { page } from "./pages/page";
import { visitorWords } from "./pages/words";
import type { VisitRequest } from "./request";

/**
 * The answer at the address with which weekly reports can be ended (RFC 8058): a POST ends them, from wherever it comes,
 * since mail programs send it; opened, it asks first, since these also look through addresses by themselves.
 */
export async function answerUnsubscribe(request: VisitRequest): Promise<Answer> {
  const [path = ""] = request.url.split("?", 1);
  const userId = unsubscriberOf(path.slice(path.lastIndexOf("/") + 1));
  if (userId === null) return missing(null, request);
  const { t, locale } = visitorWords(request);
  const done = request.method === "POST";
  if (done) await unsubscribe(userId);
  const title = t(done ? "unsubscribe.done" : "unsubscribe.title");
  return page({
    language: locale,
    title,
    body: html`
      <h1>${title}</h1>
      <p>${t(done ? "unsubscribe.doneText" : "unsubscribe.text")}</p>
      ${!done && html`<form method="post"><button>${t("unsubscribe.button")}</button></form>`}`,
    policy: { "form-action": "'self'" },
  });
}
