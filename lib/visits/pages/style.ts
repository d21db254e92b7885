/** What headings and text need. A page that holds nothing else has no more: it is sent as often as somebody scans for links. */
export const textStyle = `:root{color-scheme:light dark;--fg:#1b2230;--dim:#5b6476;--bg:#f7f8fa;--card:#fff;--line:#dfe3ea;--accent:#0b6e6e;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--fg:#e8ebf1;--dim:#a2abbd;--bg:#11151c;--card:#191f29;--line:#2c3442;--accent:#4fc3bd;--on:#06201f;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-content:center;justify-items:center;grid-template-columns:minmax(0,26rem);gap:16px;padding:24px;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{width:100%;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:1.35rem;line-height:1.3;text-wrap:balance}p{margin:0;color:var(--dim)}p+p{margin-top:8px}.text{white-space:pre-wrap;color:var(--fg)}
@media(max-width:400px){body{padding:16px}main{padding:24px 20px}}
:is(h1,h2,p,li,dt,dd,label,legend,input,textarea,strong,button,.action){unicode-bidi:plaintext}`;

/** The one stylesheet of visitors' pages. A page's own additions stand beside it and use its variables. */
export const style = `${textStyle}
a{color:var(--accent)}img{max-width:100%;height:auto;aspect-ratio:auto 16/9;border-radius:8px}
dl{margin:16px 0 0}dt{font-size:.85rem;color:var(--dim)}dd{margin:0 0 12px}dd:last-child{margin:0}
form{margin-top:20px;display:grid;gap:8px}label,legend{font-weight:600}fieldset{margin:0;padding:0;border:0;display:grid;gap:8px}fieldset label{display:flex;gap:8px;align-items:center;font-weight:400}
input,textarea,select{font:inherit;color:inherit;accent-color:var(--accent)}
input:not([type=radio],[type=checkbox]),textarea,select{padding:10px 12px;border:1px solid var(--dim);border-radius:8px;background:var(--bg);width:100%}textarea{resize:vertical}
button,.action{display:block;font:inherit;font-weight:600;margin-top:8px;padding:10px 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on);text-align:center;text-decoration:none;cursor:pointer}.action{margin-top:24px}button:hover,.action:hover{filter:brightness(1.1)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}.bad{color:var(--bad)}
footer{font-size:.85rem;color:var(--dim);text-align:center}footer a{color:inherit}
aside{position:fixed;inset:auto 0 0;padding:12px 16px;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:center;background:var(--card);border-top:1px solid var(--line)}aside[hidden]{display:none}aside p+p{margin:0;display:flex;gap:8px}aside button{margin:0}body:has(aside:not([hidden])){padding-bottom:9rem}
.full{display:block;padding:0}.full main{height:100vh;height:100dvh;padding:0;border:0;border-radius:0}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}`;
