// `prisma generate` loads Prisma's studio and development database at its start, but uses neither. They take 90 MB with
// their dependencies, so package.json leaves them out. A module of Node replaces them here.
const { registerHooks } = require("node:module");

const leftOut = /^@prisma\/(dev|studio-core)\//;

registerHooks({
  resolve: (specifier, context, next) => next(leftOut.test(specifier) ? "node:path" : specifier, context),
});
