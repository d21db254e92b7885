import { type Html, html, verbatim } from "@/lib/contract/html";

/** A line with a value, a link or both. */
export interface MailRow {
  label: string;
  value?: string;
  url?: string;
}

/** A part of a mail: paragraphs with empty lines between them, a button, a less important link, or rows. */
export type MailBlock =
  | { text: string }
  | { button: string; url: string }
  | { link: string; url: string }
  | { title?: string; rows: MailRow[] };

interface MailContent {
  /** BCP 47 */
  language: string;
  heading: string;
  blocks: MailBlock[];
  /** the name and the address of the service, and the sentence at the end of the mail */
  service: { name: string; url: string; sentBy: string };
}

/** Writes a mail as text and as HTML. Both have the same words and links. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: `<!doctype html>${asHtml(content)}` };
}

const lineLength = 76;

/** Lines are short, so that mails in the outbox stay readable: longer lines would be encoded. */
function asText({ blocks, service }: MailContent): string {
  const parts = [...blocks.flatMap(textsOf), `-- \n${service.sentBy}\n${service.url}`];
  return `${parts.join("\n\n")}\n`;
}

function textsOf(block: MailBlock): string[] {
  if ("text" in block) return paragraphs(block.text).map(wrapped);
  if ("rows" in block) return [[block.title, ...block.rows.map(rowAsText)].filter(Boolean).join("\n")];
  return [`${"button" in block ? block.button : block.link}:\n${block.url}`];
}

function rowAsText({ label, value, url }: MailRow): string {
  const line = value === undefined ? label : `${label}: ${value}`;
  return [line, url].flatMap((each) => (each ? `  ${each}` : [])).join("\n");
}

const paragraphs = (text: string) => text.split("\n\n").map((paragraph) => paragraph.trim());

/** Breaks lines between words. A longer word, such as an address, stays whole. */
function wrapped(paragraph: string): string {
  const lines = [""];
  for (const word of paragraph.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= lineLength) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

// Mail programs such as Outlook do not support style sheets and flexible boxes, so each element has its style, and
// tables place the boxes. Programs with dark colors use the style sheet.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const body = "margin:0 0 16px;font-size:15px;line-height:1.55;color:#1b2325;overflow-wrap:anywhere";
const dim = "font-size:13px;line-height:1.5;color:#5a676b;overflow-wrap:anywhere";
const line = "border-top:1px solid #e3e9e9";
const cell = `padding:8px 0;font-size:15px;line-height:1.45;color:#1b2325;overflow-wrap:anywhere;${line}`;
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){.page{background:#12181a!important}.card{background:#1b2325!important;border-color:#2d383b!important}
.body{color:#d8dfe0!important}.dim{color:#97a3a6!important}.link{color:#84cabf!important}.line{border-color:#3b474b!important}}`;

const asHtml = ({ language, heading, blocks, service }: MailContent): Html => html`
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${heading}</title><style>${verbatim(dark)}</style></head>
<body class="page" style="margin:0;padding:0;background:#eff3f3;${font}">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background:#eff3f3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;table-layout:fixed;text-align:left">
<tr><td class="dim" style="padding:0 4px 12px;${dim};font-weight:600">${service.name}</td></tr>
<tr><td class="card" style="padding:28px 24px 12px;background:#ffffff;border:1px solid #e3e9e9;border-radius:12px">
<h1 class="body" style="margin:0 0 20px;font-size:20px;line-height:1.3;color:#1b2325;overflow-wrap:anywhere">${heading}</h1>
${blocks.map(blockAsHtml)}</td></tr>
<tr><td class="dim" style="padding:14px 4px 0;${dim}">${service.sentBy}<br>
<a class="dim" href="${service.url}" style="color:#5a676b">${withoutScheme(service.url)}</a></td></tr>
</table></td></tr></table></body></html>`;

function blockAsHtml(block: MailBlock): Html | Html[] {
  if ("text" in block) return paragraphs(block.text).map((text) => html`<p class="body" style="${body}">${text}</p>`);
  if ("rows" in block) return rowsAsHtml(block);
  if ("link" in block) return html`<p class="body" style="${body}">${anchor(block.url, block.link)}</p>`;
  return html`
<table role="presentation" cellspacing="0" cellpadding="0" style="margin:4px 0 8px"><tr>
<td bgcolor="#0f6f66" style="border-radius:8px;background:#0f6f66">
<a href="${block.url}" style="display:inline-block;padding:11px 20px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${block.button}</a>
</td></tr></table>
<p class="dim" style="margin:0 0 20px;${dim}">${block.url}</p>`;
}

const rowsAsHtml = ({ title, rows }: { title?: string; rows: MailRow[] }): Html => html`
${title && html`<h2 class="body" style="margin:0 0 6px;font-size:15px;line-height:1.4;color:#1b2325">${title}</h2>`}
<table ${title ? null : verbatim('role="presentation"')} width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;table-layout:fixed">
${rows.map(rowAsHtml)}</table>`;

function rowAsHtml({ label, value, url }: MailRow): Html {
  const [name, width] = url || value === undefined ? ["body", "78%"] : ["dim", "36%"];
  const color = name === "dim" ? ";color:#5a676b" : "";
  return html`
<tr><td class="${name} line" ${value === undefined ? verbatim('colspan="2"') : html`width="${width}"`} valign="top" style="${cell};padding-right:12px${color}">
${url ? anchor(url, label) : label}${url && url !== label && html`<br><span class="dim" style="${dim}">${url}</span>`}</td>
${value !== undefined && html`<td class="body line" valign="top" style="${cell}">${value}</td>`}</tr>`;
}

const anchor = (url: string, label: string) => html`<a class="link" href="${url}" style="color:#0f6f66">${label}</a>`;

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, "");
