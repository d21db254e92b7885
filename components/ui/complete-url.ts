/** The URL that somebody meant by `example.com/page`; anything else is left to the server's judgement. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  return /^[^\s/:@]+\.[^\s/:@]{2,}(:\d+)?([/?#]\S*)?$/u.test(trimmed) ? `https://${trimmed}` : trimmed;
}
