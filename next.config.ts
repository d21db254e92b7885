import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { locales } from "./lib/contract/locales";

/** Packages of the processes that draw. Next does not see who imports them. */
const drawing =
  "{tinypool,sharp,@img,detect-libc,semver,pdf-lib,@pdf-lib,pako,tslib,image-size,lean-qr,qrcode,dijkstrajs,pngjs,qr,zxing-wasm}/**/*";

const config: NextConfig = {
  poweredByHeader: false,
  // Files that are read by path, for hosts that copy only the files that Next sees imported.
  outputFileTracingIncludes: {
    "/*": [
      "prisma/migrations/**/*",
      "prisma/sql/*",
      "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/*.mmdb",
      ".build/*.{js,json,bin}",
      `node_modules/${drawing}`,
    ],
  },
  // Titles and descriptions are in the head from the start, for every visitor, and without JavaScript too.
  htmlLimitedBots: /.*/,
  // `npm run check` checks the types, so a build on a small machine does not have to.
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
    // The cache for the next build takes 380 MB of disk, and a third more memory and time in this build.
    turbopackFileSystemCacheForBuild: false,
    // Each page's code is loaded at its first request. All of it at the start would take 0.5 s of processor time and
    // 70 MB of memory, and the first request would not be faster.
    preloadEntriesOnStart: false,
    globalNotFound: true,
    // Pages that the role of a member does not allow answer with 403.
    authInterrupts: true,
    // Fits an image of the largest allowed size plus the rest of the form.
    serverActions: { bodySizeLimit: "1100kb" },
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/notifications", "@tabler/icons-react"],
  },
};

// Messages are compiled at build time, so browsers need no message parser.
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/http/request-locale.ts",
  experimental: { messages: { path: "./messages", format: "json", locales, precompile: true } },
});

export default withNextIntl(config);
