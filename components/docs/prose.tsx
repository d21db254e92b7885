/** A sentence in which `backticks` mark code. */
export function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const key = `${index}${part}`;
    return part.startsWith("`") ? <code key={key}>{part.slice(1, -1)}</code> : part;
  });
}
