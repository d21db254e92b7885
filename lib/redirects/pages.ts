import type { Answer } from "@/lib/visit/answer";

/** The few pages that the redirect itself shows: complete in one answer, no script, no file of ours to fetch. */

const style = `:root{color-scheme:light dark;--fg:#1b2230;--dim:#5b6476;--bg:#f7f8fa;--card:#fff;--line:#dfe3ea;--accent:#0b6e6e;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--fg:#e8ebf1;--dim:#a2abbd;--bg:#11151c;--card:#191f29;--line:#2c3442;--accent:#4fc3bd;--on:#06201f;--bad:#ff9d94}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 8px;font-size:1.35rem;line-height:1.3}p{margin:0;color:var(--dim)}form{margin-top:20px;display:grid;gap:8px}label{font-weight:600}
input{font:inherit;color:inherit;padding:10px 12px;border:1px solid var(--dim);border-radius:8px;background:var(--bg);width:100%}
button{font:inherit;font-weight:600;margin-top:8px;padding:10px 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}.bad{color:var(--bad)}`;

const pageHeaders = [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...["Cache-Control", "no-store"],
  // form-action is left open: browsers apply it to the redirect that follows the form as well.
  "Content-Security-Policy",
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "no-referrer"],
  ...["X-Robots-Tag", "noindex"],
];

export const pageAnswer = (status: number, html: string): Answer => ({ status, headers: pageHeaders, body: html });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A whole page. `body` and `head` are HTML already. */
export const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escapeHtml(title)}</title>${head}<style>${style}</style></head><body><main>${body}</main></body></html>`;

/** Missing, private and ended links look the same to a stranger. */
export const missing = pageAnswer(
  404,
  page(
    "This link leads nowhere",
    "<h1>This link leads nowhere</h1><p>It may have ended, or there may be a slip in the address.</p>",
  ),
);

export const outage = pageAnswer(
  503,
  page("Please try again soon", "<h1>Please try again soon</h1><p>This link cannot be looked up at the moment.</p>"),
);

const later = pageAnswer(
  429,
  page(
    "Please try again soon",
    "<h1>Please try again soon</h1><p>Too many links that do not exist were asked for from where you are.</p>",
  ),
);
/** For an address that looks for links by trying. */
export const tooMany: Answer = { ...later, headers: [...later.headers, "Retry-After", "10"] };

/** Asks for a link's password. `problem` is the sentence about the last attempt. */
export function passwordPage(problem?: string): string {
  const alert = problem ? `<p class="bad" role="alert" id="problem">${escapeHtml(problem)}</p>` : "";
  return page(
    "Password needed",
    `<h1>This link needs a password</h1><p>Whoever gave you the link knows it.</p>` +
      `<form method="post"><label for="password">Password</label><input id="password" name="password" type="password" ` +
      `required autofocus autocomplete="off"${problem ? ' aria-describedby="problem" aria-invalid="true"' : ""}>${alert}` +
      `<button>Continue</button></form>`,
  );
}

/** What a robot gets of a link whose visits are counted: its owner's words, and none of the visits. */
export function previewPage(meta: { title: string | null; description: string | null; image: string | null }): string {
  const title = meta.title ?? "A short link";
  const tags: [string, string | null][] = [
    ["og:title", title],
    ["og:description", meta.description],
    ["og:image", meta.image],
  ];
  const head = tags
    .map(([name, content]) => (content ? `<meta property="${name}" content="${escapeHtml(content)}">` : ""))
    .join("");
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(meta.description ?? "")}</p>`, head);
}
