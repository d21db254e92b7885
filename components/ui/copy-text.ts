/**
 * Puts a text on the clipboard and says whether that worked. A text that is still on its way is passed as a promise:
 * Safari allows writing only while it handles the click or key that asked for it. Null: there is nothing to copy.
 */
export async function copyText(text: string | Promise<string | null>): Promise<boolean> {
  // Browsers offer no clipboard to pages without TLS, which is how many a private network serves this one.
  if (navigator.clipboard) {
    const blob = Promise.resolve(text).then((value) => {
      if (value === null) throw new Error("there is nothing to copy");
      return new Blob([value], { type: "text/plain" });
    });
    // Where the browser refuses before it asks for it, nobody else hears that there is nothing.
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
