// Gives a test file modules and an environment of its own, in a process that it shares with other files. A process each
// would load all packages anew.
import { vi } from "vitest";

const process_ = globalThis as { signpost?: unknown; environment?: NodeJS.ProcessEnv };

const environment = (process_.environment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);

// What lib/platform/singleton.ts keeps for the process.
delete process_.signpost;
vi.resetModules();
