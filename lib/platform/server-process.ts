import { peek, processSingleton } from "./singleton";

/** Whether server.ts answers, and tells the handlers behind it the client's address. Else Next does alone. */
export const isServerProcess = (): boolean => peek<true>("server") ?? false;

export const becomeServerProcess = () => processSingleton("server", () => true);
