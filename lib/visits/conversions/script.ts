import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { forOtherSites } from "./picture";
import { answerReport } from "./report";

/**
 * The script for the destination's site. It stores nothing in the browser until the site calls `keep`, and does nothing for
 * visitors who ask not to be tracked.
 */
export const conversionScript = `!function(w,d,n){var k="sp_click",s=d.currentScript,a=s.dataset,
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
