import type { Page } from "playwright";

const canary = "window.ran=1";

/** What breaks out of text, of attributes in either quote, of elements with text of their own, of scripts and of URLs. */
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

/** Texts that run `window.ran=1` in a page which writes them as they are. */
export const payloads = [...starts.flatMap((start) => markup.map((text) => start + text)), ...attributes, ...others];

const together = 14;

/**
 * The same in few texts, for what takes its time with each: as long as none breaks out, none can hide the next. What is
 * dangerous only where a text begins with it stands alone as well.
 */
export const payloadsTogether = [
  ...Array.from({ length: Math.ceil(payloads.length / together) }, (_, index) =>
    payloads.slice(index * together, (index + 1) * together).join(" "),
  ),
  `javascript:${canary}`,
];

/**
 * Opens documents beside each other, and says which of them, by index, ran something that `window.ran` shows. Those that
 * lead on by themselves never end to load: `patience` is for how many milliseconds they are waited for.
 */
export const ranIn = (page: Page, documents: string[], patience = 30_000): Promise<number[]> =>
  page.evaluate(
    async ([documents, patience]) => {
      const frames = documents.map((html) => Object.assign(document.createElement("iframe"), { srcdoc: html }));
      const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener("load", done)));
      document.body.replaceChildren(...frames);
      const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));
      await Promise.race([Promise.all(loaded), soon(patience)]);
      // What comes with an animation or the focus comes with a later picture.
      for (let picture = 0; picture < 3; picture++) await new Promise(requestAnimationFrame);
      await soon(50);
      return frames.flatMap(({ contentWindow }, index) => ("ran" in (contentWindow ?? {}) ? [index] : []));
    },
    [documents, patience] as const,
  );

/**
 * The elements of documents with the names of their attributes, and the addresses in them that are scripts: whatever
 * somebody writes, these stay the same.
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

/** What ran in a page as it stands, and what could: handlers, scripts that are not ours, addresses that are scripts. */
export const dangerIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    const attributes = elements.flatMap((element) => [...element.attributes]);
    // React marks forms with it whose submissions it holds back until its scripts have come; it is never followed.
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
