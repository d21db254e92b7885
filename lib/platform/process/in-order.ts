/** Runs `work` for each item, up to `atOnce` at a time, and yields the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const next = work(item);
    // If an earlier one fails, no caller handles the error of this one.
    next.catch(() => {});
    running.push(next);
    if (running.length >= atOnce) yield running.shift() as Promise<Result>;
  }
  yield* running;
}

/** Runs `work` for each item, up to `atOnce` at a time. Throws the first error. */
export async function forEach<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for await (const _done of inOrder(items, atOnce, work));
}
