export interface ArchivedFile {
  path: string;
  /**
   * `records`: one JSON record a line; `table`: a CSV with a header; `words`: text for people; `picture`: an image,
   * which is already compressed
   */
  sort: "records" | "table" | "words" | "picture";
  /** returns the file's lines or bytes */
  read(): AsyncIterable<string | Uint8Array>;
}
