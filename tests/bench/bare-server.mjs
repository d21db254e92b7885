// The limit of Node itself: every request gets the same redirect, and nothing is looked up or recorded.
import { createServer } from "node:http";

createServer((_request, response) => {
  response
    .writeHead(302, { Location: "https://example.com/landing", "Cache-Control": "no-store", "Content-Length": 0 })
    .end();
}).listen(Number(process.argv[2]), "127.0.0.1");
