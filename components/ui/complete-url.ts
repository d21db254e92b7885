/** The URL that somebody meant by `example.com/page`; anything else is left to the server's judgement. */
export function completeUrl(text: string): string {
  // Apps put marks around what is copied that nobody sees.
  const trimmed = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
  return /^[^\s/:@]+\.[^\s/:@]{2,}(:\d+)?([/?#]\S*)?$/u.test(trimmed) ? `https://${trimmed}` : trimmed;
}
