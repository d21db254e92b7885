import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

/** Of the threads that draw: nothing that Next sees imports them. */
const drawing = "{tinypool,sharp,@img,detect-libc,semver,pdf-lib,@pdf-lib,pako,tslib,lean-qr,qr,zxing-wasm}/**/*";

const config: NextConfig = {
  poweredByHeader: false,
  // Files that are read by their path, for hosts that take along only what they see imported.
  outputFileTracingIncludes: {
    "/*": [
      "prisma/migrations/**/*",
      "prisma/sql/*",
      "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/*.mmdb",
      ".build/*.{js,json,bin}",
      `node_modules/${drawing}`,
    ],
  },
  // Titles and descriptions stand in the head from the start, for everybody, and without JavaScript too.
  htmlLimitedBots: /.*/,
  // Types are checked by `npm run check`; a build on a small machine need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "pino",
    "ioredis",
    "@node-rs/argon2",
    "maxmind",
    "sharp",
    "tinypool",
    "undici",
    "twilio",
  ],
  experimental: {
    // What it keeps for the next build takes 380 MB of disk, and a third more memory and time of this one.
    turbopackFileSystemCacheForBuild: false,
    globalNotFound: true,
    // Pages that somebody's role does not allow answer with 403.
    authInterrupts: true,
    // A picture of the largest size that is taken, and what a form puts around it.
    serverActions: { bodySizeLimit: "1100kb" },
    optimizePackageImports: [
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/modals",
      "@mantine/notifications",
      "@tabler/icons-react",
    ],
  },
};

// Compiled at build time: browsers need no parser of messages.
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/http/request-locale.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: ["en", "de"], precompile: true } },
});

export default withNextIntl(config);
