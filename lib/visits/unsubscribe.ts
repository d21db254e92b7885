import { html } from "@/lib/contract/html";
import { unsubscribe, unsubscriberOf } from "@/lib/resources/weekly-reports/service";
import type { Answer } from "./core/answer";
import type { VisitRequest } from "./core/request";
import { missing } from "./pages/notices";
import { page } from "./pages/page";
import { visitorWords } from "./pages/words";

/**
 * Answers the address that turns off weekly reports (RFC 8058). A POST from anywhere turns them off, because mail
 * programs send it. A GET shows a button first, because mail programs also open addresses on their own.
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
