const againMs = 2_000;

/**
 * Loads a part of a page, however long the server is out of reach. A failure would take the page down, with all that is
 * typed on it.
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
