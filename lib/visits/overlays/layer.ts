import { colorStyle } from "@/lib/contract/colors";
import { type Html, html } from "@/lib/contract/html";
import { type AnswerContent, isAsking } from "@/lib/resources/overlays/answer";
import type { OverlayWithFormRow } from "@/lib/resources/overlays/answers";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { type OverlayPlacement, type Position, usualDelay } from "@/lib/resources/overlays/placement";
import type { Layer } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";

// Sends forms without a reload. Without this script, the answer to a form is the whole page again.
const answering = `const dialog=document.querySelector("dialog");
dialog.addEventListener("submit",async event=>{const form=event.target;if(form.method!=="post")return;event.preventDefault();
const button=form.querySelector("button");button.disabled=true;form.querySelector(".lost")?.remove();
try{const answer=await fetch(location.href,{method:"POST",body:new URLSearchParams(new FormData(form))});
const next=/<dialog[^>]*>([^]*)<\\/dialog>/.exec(await answer.text());
if(!next)return location.reload();dialog.innerHTML=next[1];ready();dialog.querySelector("[aria-invalid],[role]")?.focus()}
catch{button.disabled=false;const lost=document.createElement("p");lost.className="bad lost";lost.role="alert";
lost.textContent=form.dataset.lost;button.before(lost);button.focus()}});
function ready(){if(navigator.clipboard)for(const button of dialog.querySelectorAll("[data-copy]")){button.hidden=false;
button.onclick=()=>navigator.clipboard.writeText(button.dataset.copy).then(()=>{button.textContent=button.dataset.copied})}}ready();`;

// Reports each event once, and that the overlay was shown once the page is visible.
const reporting = `const {trigger,delay}=dialog.dataset,reported=new Set;
function report(what){if(!trigger||reported.has(what))return;reported.add(what);navigator.sendBeacon(location.href,new URLSearchParams({overlay:what}))}
function shown(){if(document.visibilityState==="visible")report("shown");else document.addEventListener("visibilitychange",shown,{once:true})}
dialog.addEventListener("click",event=>{if(event.target.closest("a,[data-copy],form:not(.close)[method=dialog] button"))report("used")});`;

// The page gets no pointer events over the frame, only at its edge. A pointer that enters from above also passes there,
// but downwards and only once.
const leaving = `if(trigger==="exit"){const edge=document.createElement("div");edge.className="edge";document.body.append(edge);
const come=()=>{if(edge.isConnected){edge.remove();dialog.setAttribute("open","");shown()}};let last=-1000,start=0,times=0;
edge.addEventListener("mousemove",({timeStamp,clientY})=>{const again=timeStamp-last>300;last=timeStamp;
if(again){start=clientY;times++}if(again?times>1:clientY<start-2)come()});
document.documentElement.addEventListener("mouseleave",event=>{if(event.clientY<12)come()});
if(matchMedia("(hover:none)").matches){let gone=false;document.addEventListener("visibilitychange",()=>{if(document.hidden)gone=true;else if(gone)come()})}
}else if(trigger)setTimeout(shown,(delay||0)*1000)`;

/** The script of all overlays. They differ in the `data-` attributes of their `<dialog>`. */
const overlayScript = `${answering}\n${reporting}\n${leaving}`;

/** The result of a visitor's answer. */
export type Outcome = { attempt: Attempt } | { thanks: string; votes?: number[] };

const style = `dialog{position:fixed;inset:auto 16px 52px auto;margin:0;width:min(24rem,calc(100% - 32px));max-height:calc(100% - 68px);overflow:auto;padding:24px;border:1px solid var(--line);border-radius:14px;background:var(--card);color:var(--fg);box-shadow:0 8px 32px #0004;overflow-wrap:anywhere}
dialog h2{margin:0 28px 8px 0;font-size:16px;font-weight:600;line-height:24px}dialog>.text:first-of-type,legend{margin-inline-end:28px}
.close{position:absolute;top:8px;right:8px;margin:0}.close button{margin:0;padding:0;width:36px;height:36px;background:none;color:var(--fg);font-size:20px;line-height:1}
.coupon{display:flex;gap:8px;margin-top:16px}.coupon code{flex:1;padding:10px 12px;border:1px dashed;border-radius:6px;text-align:center;user-select:all}.coupon button{margin:0}
[hidden]{display:none}legend{padding:0;margin-bottom:8px}dialog>form:first-child{margin:0}
.picture{padding:0;min-height:52px}.picture img{display:block;width:100%;border-radius:0}.picture .close button{background:var(--card);border-radius:50%}
ul{list-style:none;margin:16px 0 0;padding:0;display:grid;gap:12px}li span{float:right;margin-left:8px}meter{display:block;width:100%}`;

/** The layer over the destination. A form closes it without a script. */
export function overlayLayer(overlay: OverlaySnapshot, words: VisitorWords, outcome?: Outcome, isDraft = false): Layer {
  const { t } = words;
  const { type, content } = overlay;
  const [label, close] = [t("overlay.label"), t("overlay.close")];
  // The result of an answer is visible at once.
  const placing: OverlayPlacement =
    outcome || isDraft ? { position: content.position } : { trigger: "load", ...content };
  return {
    body: html`
      <dialog${attributesOf(placing)} aria-label="${label}"${type === "image" && html` class="picture"`}>
        ${bodyOf(overlay, words, outcome)}
        <form method="dialog" class="close"><button aria-label="${close}">×</button></form>
      </dialog>`,
    style: [
      style,
      type === "image" ? "" : colorStyle("dialog", content.colors),
      placeStyle(placing),
      waitStyle(placing),
    ].join(""),
    script: overlayScript,
    policy: {
      "connect-src": "'self'",
      "form-action": "'self'",
      ...(type === "image" && { "img-src": "http: https:" }),
    },
  };
}

/** Returns the attributes that the script reads. */
function attributesOf({ trigger, delay = usualDelay }: OverlayPlacement): Html {
  if (!trigger) return html` open`;
  const waits = trigger === "delay" && html` data-delay="${delay}"`;
  return html`${trigger !== "exit" && html` open`} data-trigger="${trigger}"${waits}`;
}

function bodyOf(overlay: OverlaySnapshot, words: VisitorWords, outcome?: Outcome): Html {
  const { t } = words;
  const { type, content } = overlay;
  if (outcome && "thanks" in outcome) return thanksOf(overlay, outcome.thanks, outcome.votes);
  switch (type) {
    case "message":
      return html`<p class="text">${content.text}</p>${overlayButton(content, words)}`;
    case "coupon": {
      const [copy, copied] = [t("overlay.copy"), t("overlay.copied")];
      return html`
        <p class="text">${content.text}</p>
        <div class="coupon">
          <code>${content.code}</code>
          <button type="button" data-copy="${content.code}" hidden data-copied="${copied}">${copy}</button>
        </div>
        ${overlayButton(content, words)}`;
    }
    case "image": {
      const alt = content.alt ?? (content.link ? new URL(content.link).host : "");
      const picture = html`<img src="${content.url}" alt="${alt}" referrerpolicy="no-referrer">`;
      return content.link ? html`<a href="${content.link}">${picture}</a>` : picture;
    }
    case "poll":
      return overlayForm(overlay, words, outcome?.attempt);
    default:
      return html`
        <h2>${content.title}</h2>
        ${content.text && html`<p class="text">${content.text}</p>`}
        ${overlayForm(overlay, words, outcome?.attempt)}`;
  }
}

/** The button opens its address; without an address, it closes the overlay. */
function overlayButton({ button, url }: { button?: string; url?: string }, { t }: VisitorWords): Html | undefined {
  if (url) return html`<a class="action" href="${url}">${button ?? t("overlay.go")}</a>`;
  return button ? html`<form method="dialog"><button>${button}</button></form>` : undefined;
}

function thanksOf(overlay: OverlaySnapshot, thanks: string, votes?: number[]): Html {
  const words = html`<p class="text" role="status" tabindex="-1">${thanks}</p>`;
  if (overlay.type !== "poll" || !votes) return words;
  const all = Math.max(
    1,
    votes.reduce((sum, count) => sum + count, 0),
  );
  const results = overlay.content.options.map((option, index) => {
    const count = votes[index] ?? 0;
    const share = `${Math.round((count / all) * 100)} % (${count})`;
    return html`<li>${option} <span>${share}</span><meter max="${all}" value="${count}">${share}</meter></li>`;
  });
  return html`
    <h2>${overlay.content.question}</h2>
    ${words}
    <ul>${results}</ul>`;
}

export const hasForm = (overlay: OverlaySnapshot): overlay is OverlayWithFormRow => isAsking(overlay.type);

/** The link for reports is at the bottom and must stay reachable. */
const bar = (edge: string) =>
  `dialog{inset:${edge};width:100%;max-width:none;max-height:60%;border-width:1px 0;border-radius:0}
dialog[open]{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:12px 24px;padding:14px 56px 14px 20px}
dialog>*{max-width:44rem}dialog>.text:first-of-type,dialog h2,legend{margin:0}dialog .action,dialog form[method=dialog] button,dialog>form:not(.close),.coupon{margin:0}textarea{height:4.5rem}.picture img{width:auto;max-height:30vh}`;

const places: Record<Position, string> = {
  "bottom-right": "",
  "bottom-left": "dialog{inset:auto auto 52px 16px}",
  center: "dialog{inset:0;margin:auto;height:fit-content;box-shadow:0 8px 32px #0004,0 0 0 100vmax #0009}",
  top: bar("0 0 auto"),
  bottom: `${bar("auto 0 0")}dialog[open]{padding-bottom:44px}`,
};

/** Returns CSS for an overlay's position. */
const placeStyle = ({ position = "bottom-right" }: OverlayPlacement) => places[position];

/** Returns CSS that shows a delayed overlay. It needs no script, and also works with reduced motion. */
const waitStyle = ({ trigger, delay = usualDelay }: OverlayPlacement): string => {
  if (trigger === "exit") return ".edge{position:fixed;inset:0 0 auto;height:12px}";
  if (trigger !== "delay") return "";
  return `dialog{visibility:hidden;animation:come 0s ${delay}s forwards!important}@keyframes come{to{visibility:visible}}`;
};

/** Errors in a visitor's answer, by field; a refusal of the whole form is under `form`. */
export type Problems = Partial<Record<keyof AnswerContent | "form", string>>;

/** A form that was sent and is shown again so that the visitor can correct it. */
interface Attempt {
  values: URLSearchParams;
  problems: Problems;
}

/** Draws the form of an overlay. It is posted to the address of its page. */
function overlayForm(overlay: OverlayWithFormRow, words: VisitorWords, attempt?: Attempt): Html {
  const problem = attempt?.problems.form;
  const lost = words.t("overlay.lost");
  return html`
    <form method="post" data-lost="${lost}">
      ${problem && html`<p class="bad" role="alert">${problem}</p>`}
      ${fieldsOf(overlay, words, attempt)}
      <button>${buttonOf(overlay, words)}</button>
    </form>`;
}

function fieldsOf({ type, content }: OverlayWithFormRow, { t }: VisitorWords, attempt?: Attempt): Html {
  const email = field("email", t("overlay.email"), html`type="email" autocomplete="email" maxlength="254"`, attempt);
  switch (type) {
    case "contact":
      return html`
        ${field("name", t("overlay.name"), html`autocomplete="name" maxlength="100"`, attempt)}
        ${email}
        ${messageField(t("overlay.message"), attempt)}`;
    case "newsletter":
      return email;
    case "poll":
      return html`
        <fieldset>
          <legend>${content.question}</legend>
          ${content.options.map(
            (option) => html`<label><input type="radio" name="option" value="${option}" required>${option}</label>`,
          )}
          ${problemOf("option", attempt)}
        </fieldset>`;
  }
}

function buttonOf(overlay: OverlayWithFormRow, { t }: VisitorWords): string {
  if (overlay.type === "poll") return t("overlay.vote");
  return overlay.content.button ?? t(overlay.type === "contact" ? "overlay.send" : "overlay.signUp");
}

function field(name: "name" | "email", label: string, attributes: Html, attempt?: Attempt): Html {
  const value = attempt?.values.get(name);
  return html`
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" required ${attributes}${marks(name, attempt)}>
    ${problemOf(name, attempt)}`;
}

function messageField(label: string, attempt?: Attempt): Html {
  // Browsers drop the first line break after the tag, so an extra one keeps the visitor's.
  const value = `\n${attempt?.values.get("message") ?? ""}`;
  const marked = marks("message", attempt);
  return html`
    <label for="message">${label}</label>
    <textarea id="message" name="message" rows="4" maxlength="5000" required${marked}>${value}</textarea>
    ${problemOf("message", attempt)}`;
}

const marks = (name: keyof AnswerContent, attempt?: Attempt) =>
  attempt?.problems[name] && html` aria-invalid="true" aria-describedby="${name}-problem"`;

const problemOf = (name: keyof AnswerContent, attempt?: Attempt) =>
  attempt?.problems[name] && html`<p class="bad" id="${name}-problem">${attempt.problems[name]}</p>`;
