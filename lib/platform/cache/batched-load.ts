interface Waiting<Value> {
  key: string;
  settle(value: Value | null): void;
  fail(error: unknown): void;
}

interface Options<Value> {
  /** Reads many values at once. Values marked "large" are read again, one by one. Missing keys do not exist. */
  loadMany(keys: string[]): Promise<Map<string, Value | "large">>;
  /** how many keys share a query, and how many queries run at a time */
  mostKeys: number;
  mostQueries: number;
}

/** Returns a function that reads one value. Calls in the same turn of the event loop share a query. */
export function batchedLoad<Value>({ loadMany, mostKeys, mostQueries }: Options<Value>) {
  const waiting: Waiting<Value>[] = [];
  const large: Waiting<Value>[] = [];
  let queries = 0;

  function flush(): void {
    while (queries < mostQueries) {
      const batch = waiting.length > 0 ? waiting.splice(0, mostKeys) : large.splice(0, 1);
      if (batch.length === 0) return;
      queries++;
      run(batch).finally(() => {
        queries--;
        flush();
      });
    }
  }

  async function run(batch: Waiting<Value>[]): Promise<void> {
    try {
      const found = await loadMany(batch.map(({ key }) => key));
      for (const one of batch) {
        const value = found.get(one.key) ?? null;
        if (value === "large") large.push(one);
        else one.settle(value);
      }
    } catch (error) {
      for (const one of batch) one.fail(error);
    }
  }

  return (key: string): Promise<Value | null> =>
    new Promise((settle, fail) => {
      if (waiting.push({ key, settle, fail }) === 1) setImmediate(flush);
    });
}
