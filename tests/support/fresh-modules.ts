// Gives a test file its own modules and environment, in a process that it shares with other files. A process for each
// file would load all packages again.
import { vi } from "vitest";

const root = globalThis as { signpost?: unknown; environment?: NodeJS.ProcessEnv };

// An earlier file may have stopped the clock.
vi.useRealTimers();
// The environment as it was before the first file.
root.environment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in root.environment)) delete process.env[name];
Object.assign(process.env, root.environment);

// lib/platform/singleton.ts keeps the process's instances here.
delete root.signpost;
vi.resetModules();
