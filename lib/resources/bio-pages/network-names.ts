import type { Network } from "./blocks";

// Apart from the signs, which editors need not load.

/** What the networks of a `social` block are called. */
export const networkNames: Record<Network, string> = {
  bluesky: "Bluesky",
  discord: "Discord",
  facebook: "Facebook",
  github: "GitHub",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  mastodon: "Mastodon",
  pinterest: "Pinterest",
  reddit: "Reddit",
  snapchat: "Snapchat",
  spotify: "Spotify",
  telegram: "Telegram",
  threads: "Threads",
  tiktok: "TikTok",
  twitch: "Twitch",
  whatsapp: "WhatsApp",
  x: "X",
  youtube: "YouTube",
};
