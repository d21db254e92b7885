import { readClickId } from "@/lib/clicks/classify/click-id";
import { describeVisit, identifyVisitor, robotOf } from "@/lib/clicks/classify/visit";
import { journal } from "@/lib/clicks/journal/journal";
import { ATTRIBUTION_DAYS, isTooLate } from "@/lib/clicks/store/conversion-limits";
import { AppError, presentRefusal, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { reportedConversion } from "@/lib/resources/conversions/schema";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { type Answer, jsonAnswer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";

/**
 * Answers a page or a mail that reports a conversion of a click, in the query of its address. The response is sent once the
 * conversion is kept. Nothing is counted for visitors who ask not to be tracked. Bots are not left out, because mail services
 * load images for their readers.
 */
async function answerReport(request: VisitRequest): Promise<Answer> {
  const visit = describeVisit(request, request.address);
  if (visit.head || visit.untracked || visit.prefetch) return picture;
  try {
    const { clickid, event, amount, currency } = parse(reportedConversion, queryOf(request.url));
    const click = readClickId(clickid);
    if (!click) throw refusedField("clickid", "click_unknown");
    if (isTooLate(click.at, visit.at)) throw refusedField("clickid", "click_too_old", { days: ATTRIBUTION_DAYS });
    if (await mayReport(visit.address, click.linkId))
      await journal().recordEvent({
        kind: "click conversion",
        at: visit.at,
        clickId: clickid,
        event,
        amount,
        currency,
      });
    return picture;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "invalid") throw error;
    return jsonAnswer(400, { error: 1, ...presentRefusal(error) });
  }
}

const queryOf = (url: string) => Object.fromEntries(new URLSearchParams(url.slice(url.indexOf("?") + 1)));

const limiter = () =>
  processSingleton("conversionLimiter", () => createRateLimiter({ name: "conversion", points: 200, seconds: 15 * 60 }));

/** Limits the conversions on a link that one network reports, because anyone can report conversions. */
const mayReport = async (address: string, linkId: number): Promise<boolean> =>
  (await limiter().consume({ address, with: linkId })).allowed;

/** One transparent pixel. */
const body = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Headers of answers that pages of other sites load. */
const forOtherSites = [
  ...["X-Content-Type-Options", "nosniff"],
  // The destination's site shows this address as an image or requests it by a script.
  ...["Cross-Origin-Resource-Policy", "cross-origin"],
  ...["Access-Control-Allow-Origin", "*"],
];

/** The response to a reported conversion. */
const picture: Answer = {
  status: 200,
  headers: ["Content-Type", "image/gif", "Cache-Control", "no-store", ...forOtherSites],
  body,
};

/**
 * Answers `/<alias>+done`, which the destination's site requests in its visitor's browser. With the id of a click it is like
 * `/embed/conversion.gif`. Without one, address and user agent identify the visitor who clicked, without a cookie. Bots and
 * visitors who asked not to be tracked are not counted, because their clicks have no visitor either. The response is sent
 * once the conversion is kept.
 */
export async function answerConversion(link: LinkSnapshot, request: VisitRequest): Promise<Answer> {
  if (request.url.includes("clickid=")) return answerReport(request);
  const visit = describeVisit(request, request.address);
  // The destination's page may request this address as an image. That must not count as a sign of a bot.
  if (!visit.head && !visit.untracked && robotOf({ ...visit, mark: undefined }) === null) {
    const visitor = identifyVisitor(visit.address, visit.userAgent);
    if (await mayReport(visit.address, link.id))
      await journal().recordEvent({ kind: "conversion", linkId: link.id, visitor, at: visit.at });
  }
  return picture;
}

/**
 * The script for the destination's site. It stores nothing in the browser until the site calls `keep`, and does nothing for
 * visitors who ask not to be tracked.
 */
const conversionScript = `!function(w,d,n){var k="sp_click",s=d.currentScript,a=s.dataset,
off=n.globalPrivacyControl||n.doNotTrack=="1",id=off?null:new URLSearchParams(w.location.search).get(k);
function store(f){try{return f(w.localStorage)}catch(e){}}
if(!id&&!off)id=store(function(l){return l.getItem(k)});
w.signpost={click:id||null,
keep:function(){id&&store(function(l){l.setItem(k,id)})},
forget:function(){store(function(l){l.removeItem(k)})},
convert:function(e,o){id&&fetch(s.src.replace(".js",".gif")+"?"+new URLSearchParams(Object.assign({clickid:id,event:e},o)),{mode:"no-cors",keepalive:true})}};
if(a.event)w.signpost.convert(a.event,a.amount?{amount:a.amount,currency:a.currency}:{})}(window,document,navigator);
`;

const script: Answer = {
  status: 200,
  headers: [
    ...["Content-Type", "text/javascript; charset=utf-8"],
    ...["Cache-Control", "public, max-age=3600"],
    ...forOtherSites,
  ],
  body: conversionScript,
};

const missing = textAnswer(404, "There is no such file.");

/** Answers `/embed/…`: what the destination's site and mails load, on each domain. */
export async function answerEmbedded(request: VisitRequest): Promise<Answer> {
  const [path] = request.url.split("?", 1);
  if (path === "/embed/conversion.js") return script;
  return path === "/embed/conversion.gif" ? answerReport(request) : missing;
}
