import type { Network } from "./blocks";

// This file is separate from the icons, which editors do not need to load.

/** The display names of the networks of a `social` block. */
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
