const againMs = 2_000;

/**
 * Loads a part of a page, and retries as long as the server cannot be reached. A failure would replace the page and
 * lose unsaved input.
 */
export async function retryImport<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resume) => setTimeout(resume, againMs));
    }
  }
}
