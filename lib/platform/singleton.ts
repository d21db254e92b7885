const root = globalThis as { signpost?: Map<string, unknown> };
root.signpost ??= new Map();
const singletons = root.signpost;

/**
 * The process's one instance of something. `server.ts` and Next's bundles are two module graphs in one process, so a
 * module-level constant would exist twice. A name is used by one module alone, which knows the type.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  if (!singletons.has(name)) singletons.set(name, make());
  return singletons.get(name) as T;
}

/** The process's instance of something, where it has one already. */
export const peek = <T>(name: string): T | undefined => singletons.get(name) as T | undefined;
