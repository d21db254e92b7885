const root = globalThis as { signpost?: Map<string, unknown> };
root.signpost ??= new Map();
const singletons = root.signpost;

/**
 * Returns the process-wide instance of something. `server.ts` and Next's bundles are two module graphs in one process,
 * so a module-level constant would exist twice. Only one module may use a name, so that its type is known.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  if (!singletons.has(name)) singletons.set(name, make());
  return singletons.get(name) as T;
}

/** Returns the process-wide instance, or undefined before it exists. */
export const peek = <T>(name: string): T | undefined => singletons.get(name) as T | undefined;
