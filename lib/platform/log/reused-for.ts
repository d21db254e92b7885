/** Returns a function that calls `read` at most once in `ms`, and otherwise returns the last result. Failures are not reused. */
export function reusedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (last && performance.now() - last.at <= ms) return last.value;
    const value = read();
    last = { at: performance.now(), value };
    value.catch(() => {
      if (last?.value === value) last = undefined;
    });
    return value;
  };
}
