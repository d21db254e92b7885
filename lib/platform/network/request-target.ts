/** Most targets have this form, and it is the fastest to test. None of them has another spelling. */
const plain = /^[\w/-]+(?:\?|$)/;

/** Matches `.` and `..` in any spelling. The group is the second dot. */
const dots = /^(?:\.|%2e)(\.|%2e|)$/i;

/**
 * Returns a request's target (path and query) as everything in the service reads it. Each server calls this before it
 * looks at a request, so that no address is one thing to the first reader and another to the next. As in browsers, dot
 * segments are resolved in any spelling, backslashes are slashes, and a fragment is dropped. Other escapes stay as sent:
 * an encoded letter or slash is a different address.
 */
export function normalTarget(target: string): string {
  if (plain.test(target)) return target;
  const end = target.search(/[?#]/);
  const path = normalPath(end === -1 ? target : target.slice(0, end));
  return target[end] === "?" ? path + target.slice(end) : path;
}

function normalPath(path: string): string {
  const parts = path.slice(1).split(/[\\/]/);
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const second = dots.exec(part)?.[1];
    if (second) kept.pop();
    if (second === undefined) kept.push(part);
    else if (index === parts.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}
