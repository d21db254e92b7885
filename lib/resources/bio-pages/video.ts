const sites: { address: RegExp; player: string }[] = [
  {
    address:
      /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})/i,
    player: "https://www.youtube-nocookie.com/embed/",
  },
  {
    address: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,12})/i,
    player: "https://player.vimeo.com/video/",
  },
];

/** The origins of the video players. */
export const videoSites = sites.map(({ player }) => new URL(player).origin);

/** Returns the player's address for the video at `url`; null if `url` is not a video of a supported site. */
export function findVideoPlayer(url: string): string | null {
  for (const { address, player } of sites) {
    const [, video] = address.exec(url) ?? [];
    if (video) return player + video;
  }
  return null;
}
