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
export const overlayScript = `${answering}\n${reporting}\n${leaving}`;
