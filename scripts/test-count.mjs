import { readFileSync } from "node:fs";

/**
 * Sums up a report of vitest's JSON reporter. A file that fails without a failed test (it cannot be loaded, or a hook
 * throws) counts as one failure, and so does a run that fails for any other reason.
 */
export function count(/** @type {string} */ path, /** @type {boolean} */ succeeded) {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const file of read(path).testResults) {
    const statuses = file.assertionResults.map((/** @type {{ status: string }} */ test) => test.status);
    for (const status of statuses) {
      if (status === "passed") passed++;
      else if (status === "failed") failed++;
      else skipped++;
    }
    if (file.status === "failed" && !statuses.includes("failed")) failed++;
  }
  if (!succeeded && failed === 0) failed = 1;
  return { passed, failed, skipped };
}

function read(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Vitest stopped before it could write a report.
    return { testResults: [] };
  }
}
