/**
 * The vendors in the order of the documented values `vendor1pixel` to `vendor13`, with their customary names and the
 * format of their ids. Browsers load this file.
 */
export const vendors = [
  {
    type: "vendor1pixel",
    customary: "gtmpixel",
    name: "Google Tag Manager",
    example: "GTM-ABC1234",
    looks: /^GTM-[A-Z0-9]{4,10}$/,
  },
  {
    type: "vendor2pixel",
    customary: "gapixel",
    name: "Google Analytics",
    example: "G-ABC123DEF4",
    looks: /^(G-[A-Z0-9]{6,12}|UA-\d{4,10}-\d{1,4})$/,
  },
  { type: "vendor3pixel", customary: "fbpixel", name: "Meta", example: "123456789012345", looks: /^\d{14,17}$/ },
  {
    type: "vendor4pixel",
    customary: "adwordspixel",
    name: "Google Ads",
    example: "AW-123456789",
    looks: /^AW-\d{9,11}(\/[\w-]+)?$/,
  },
  { type: "vendor5pixel", customary: "linkedinpixel", name: "LinkedIn", example: "1234567", looks: /^\d{5,9}$/ },
  { type: "vendor6pixel", customary: "twitterpixel", name: "X", example: "o1abc", looks: /^[a-z0-9]{5,6}$/ },
  {
    type: "vendor7pixel",
    customary: "adrollpixel",
    name: "AdRoll",
    example: "ABCDEFGHIJKLMNOPQRSTUV/ABCDEFGHIJKLMNOPQRSTUV",
    looks: /^[A-Z0-9]{22}\/[A-Z0-9]{22}$/,
  },
  {
    type: "vendor8pixel",
    customary: "quorapixel",
    name: "Quora",
    example: "0123456789abcdef0123456789abcdef",
    looks: /^[0-9a-f]{32}$/,
  },
  { type: "vendor9", customary: "pinterest", name: "Pinterest", example: "2612345678901", looks: /^\d{13}$/ },
  { type: "vendor10", customary: "bing", name: "Microsoft UET", example: "12345678", looks: /^\d{7,9}$/ },
  {
    type: "vendor11",
    customary: "snapchat",
    name: "Snapchat",
    example: "01234567-89ab-cdef-0123-456789abcdef",
    looks: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  },
  { type: "vendor12", customary: "reddit", name: "Reddit", example: "a2_abcdefgh1234", looks: /^(a2|t2)_[a-z0-9]+$/ },
  {
    type: "vendor13",
    customary: "tiktok",
    name: "TikTok",
    example: "C4ABCDEFGHIJKLMNOPQR",
    looks: /^[A-Z0-9]{20}$/,
  },
] as const;

/** Returns the vendor of a pixel's type, by either of its names. */
export const findVendor = (type: string) => vendors.find((vendor) => vendor.type === type || vendor.customary === type);
