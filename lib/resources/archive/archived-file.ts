export interface ArchivedFile {
  path: string;
  /** a record a line; the same below the names of columns; words for people; a picture, which is packed already */
  sort: "records" | "table" | "words" | "picture";
  /** its lines, or its bytes */
  read(): AsyncIterable<string | Uint8Array>;
}
