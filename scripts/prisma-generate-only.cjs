// `prisma generate` loads Prisma's studio and development database when it starts, and uses neither. With their own
// packages they take 90 MB, so package.json leaves them out. A module of Node's takes their place.
const { registerHooks } = require("node:module");

const leftOut = /^@prisma\/(dev|studio-core)\//;

registerHooks({
  resolve: (specifier, context, next) => next(leftOut.test(specifier) ? "node:path" : specifier, context),
});
