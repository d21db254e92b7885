// `npm start`: prepares what is missing, then runs the server, and again when it dies.
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepare } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
await prepare();
process.env.NODE_ENV = "production";
await import(pathToFileURL(".build/supervisor.js").href);
