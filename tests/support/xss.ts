import type { Page } from "playwright";

const canary = "window.ran=1";

/** Texts that break out of text, attributes in either quotes, elements with raw text, scripts and URLs. */
const starts = [
  "",
  '"',
  "'",
  '">',
  "'>",
  "-->",
  "]]>",
  "</title>",
  "</textarea>",
  "</style>",
  "</script>",
  "</noscript>",
  "</p>",
];

const markup = [
  `<script>${canary}</script>`,
  `<img src=x onerror=${canary}>`,
  `<svg onload=${canary}>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
];

const attributes = [
  `" onfocus="${canary}" autofocus="`,
  `' onfocus='${canary}' autofocus='`,
  `x onfocus=${canary} autofocus `,
];

const others = [
  `<scr<script>ipt>${canary}</script>`,
  `<IMG SRC=x OnErRoR="${canary}">`,
  `<svg><animate onbegin=${canary} attributeName=x dur=1s>`,
  `<details open ontoggle=${canary}>`,
  `<video><source onerror=${canary}></video>`,
  `<body onload=${canary}>`,
  `<style>@import "javascript:${canary}"</style><b style="animation:x" onanimationstart=${canary}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${canary}">`,
  `<base href="javascript:${canary}//">`,
  `<object data="javascript:${canary}">`,
  `<math><mtext></p><img src=x onerror=${canary}></mtext></math>`,
  `&lt;script&gt;${canary}&lt;/script&gt;`,
  `&#60;script&#62;${canary}&#60;/script&#62;`,
  `\u003cscript\u003e${canary}\u003c/script\u003e`,
  `%3Cscript%3E${canary}%3C/script%3E`,
  `javascript:${canary}`,
  `";${canary};//`,
  `';${canary};//`,
  `\\";${canary};//`,
  `*/${canary}/*`,
  `\${${canary}}`,
  `{{constructor.constructor('${canary}')()}}`,
  `\u2028${canary}//`,
  `＜script＞${canary}＜/script＞`,
];

/** Texts that run `window.ran=1` in a page that writes them unescaped. */
export const payloads = [...starts.flatMap((start) => markup.map((text) => start + text)), ...attributes, ...others];

const atOnce = 14;

/**
 * The payloads in fewer texts, for slow checks: if none breaks out, none can hide the next. Payloads that only work at
 * the start of a text are also included separately.
 */
export const payloadsTogether = [
  ...Array.from({ length: Math.ceil(payloads.length / atOnce) }, (_, index) =>
    payloads.slice(index * atOnce, (index + 1) * atOnce).join(" "),
  ),
  `javascript:${canary}`,
];

/**
 * Opens documents next to each other and returns the indexes of those in which a payload set `window.ran`. Documents
 * that redirect never finish loading: they are waited for `patience` milliseconds.
 */
export const ranIn = (page: Page, documents: string[], patience = 30_000): Promise<number[]> =>
  page.evaluate(
    async ([documents, patience]) => {
      const frames = documents.map((html) => Object.assign(document.createElement("iframe"), { srcdoc: html }));
      const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener("load", done)));
      document.body.replaceChildren(...frames);
      const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));
      await Promise.race([Promise.all(loaded), soon(patience)]);
      // Animations and focus events may run in a later frame.
      for (let picture = 0; picture < 3; picture++) await new Promise(requestAnimationFrame);
      await soon(50);
      return frames.flatMap(({ contentWindow }, index) => ("ran" in (contentWindow ?? {}) ? [index] : []));
    },
    [documents, patience] as const,
  );

/**
 * The documents' elements with their attribute names, and addresses that are scripts. User text must not change them.
 */
export const structuresOf = (page: Page, documents: string[]): Promise<string[]> =>
  page.evaluate((documents) => {
    const parser = new DOMParser();
    const leads = /^(?:href|src|srcdoc|action|formaction|data)$/;
    const nameOf = ({ name, value }: Attr) => (leads.test(name) && /^\s*javascript:/i.test(value) ? value : name);
    const describe = ({ localName, attributes }: Element) =>
      `<${[localName, ...[...attributes].map(nameOf)].join(" ")}>`;
    return documents.map((html) =>
      [...parser.parseFromString(html, "text/html").querySelectorAll("*")].map(describe).join(""),
    );
  }, documents);

/** What ran in the page and what could run: handlers, foreign scripts, addresses that are scripts. */
export const dangerIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const attributes = elements.flatMap((element) => [...element.attributes]);
    // React marks forms with this address until its scripts have loaded; it is never followed.
    const held = /^javascript:throw new Error\('(?:A )?React form (?:was )?unexpectedly submitted\./;
    return [
      ...("ran" in window ? ["ran"] : []),
      ...attributes.filter(({ name }) => name.startsWith("on")).map(({ name }) => name),
      ...attributes.filter(({ value }) => /^\s*javascript:/i.test(value) && !held.test(value)).map(({ name }) => name),
      ...[...document.scripts]
        .filter(({ nonce, src }) => !nonce && !src.startsWith(`${location.origin}/_next/`))
        .map(({ outerHTML }) => outerHTML),
    ];
  });
