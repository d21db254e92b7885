/**
 * Copies a text to the clipboard and returns whether that worked. Pass a text that is still loading as a promise:
 * Safari allows writing only while it handles the click or key. Null means there is nothing to copy.
 */
export async function copyText(text: string | Promise<string | null>): Promise<boolean> {
  // Browsers offer no clipboard without TLS, which private networks often do not use.
  if (navigator.clipboard) {
    const blob = Promise.resolve(text).then((value) => {
      if (value === null) throw new Error("there is nothing to copy");
      return new Blob([value], { type: "text/plain" });
    });
    // If the browser refuses before it reads the text, nothing else handles a rejected promise.
    blob.catch(no);
    const written = navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    if (await written.then(yes, no)) return true;
  }
  const present = await text;
  return present !== null && copyBySelection(present);
}

const yes = () => true;
const no = () => false;

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
