import { peek, processSingleton } from "@/lib/platform/singleton";

/** Returns whether server.ts handles requests and passes the client's address on. Otherwise Next runs alone. */
export const isServerProcess = (): boolean => peek<true>("server") ?? false;

export const becomeServerProcess = () => processSingleton("server", () => true);
