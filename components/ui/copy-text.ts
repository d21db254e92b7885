/**
 * Puts a text on the clipboard and says whether that worked. A text that is still on its way is passed as a promise:
 * Safari allows writing only while it handles the click or key that asked for it. Null: there is nothing to copy.
 */
export async function copyText(text: string | Promise<string | null>): Promise<boolean> {
  const present = Promise.resolve(text).then((value) => value ?? Promise.reject(new Error("nothing to copy")));
  try {
    const blob = present.then((value) => new Blob([value], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    // Browsers offer no clipboard to pages without TLS, which is how many a private network serves this one.
    return present.then(copyBySelection).catch(() => false);
  }
}

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
