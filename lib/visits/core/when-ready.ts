/**
 * Calls `next` with a value at once, or as soon as it is available, so that a visit to a cached link waits for no
 * promise.
 */
export function whenReady<T, Next>(
  value: T | Promise<T>,
  next: (value: T) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
