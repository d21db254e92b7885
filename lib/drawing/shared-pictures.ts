import { LRUCache } from "lru-cache";

type Draw = (signal: AbortSignal) => Promise<Uint8Array>;

interface Drawing {
  picture: Promise<Buffer>;
  wanted: number;
  controller: AbortController;
}

/**
 * Pictures that many visitors request. Each is drawn once for all who wait, then cached while there is space. If all of
 * them leave, the drawing is aborted.
 */
export class SharedPictures {
  private readonly kept: LRUCache<string, Buffer>;
  private readonly drawings = new Map<string, Drawing>();

  constructor(maxBytes: number) {
    this.kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: (picture) => picture.length });
  }

  async find(key: string, draw: Draw, signal: AbortSignal): Promise<Buffer> {
    const kept = this.kept.get(key);
    if (kept) return kept;
    const drawing = this.drawings.get(key) ?? this.begin(key, draw);
    const leave = () => {
      if (--drawing.wanted > 0) return;
      this.end(key, drawing);
      drawing.controller.abort(signal.reason);
    };
    drawing.wanted++;
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    try {
      return await drawing.picture;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  private begin(key: string, draw: Draw): Drawing {
    const controller = new AbortController();
    const picture = draw(controller.signal).then(({ buffer, byteOffset, byteLength }) => {
      const drawn = Buffer.from(buffer, byteOffset, byteLength);
      this.kept.set(key, drawn);
      return drawn;
    });
    const drawing = { picture, wanted: 0, controller };
    this.drawings.set(key, drawing);
    picture.then(
      () => this.end(key, drawing),
      () => this.end(key, drawing),
    );
    return drawing;
  }

  /** Another drawing may have begun under this key meanwhile. */
  private end(key: string, drawing: Drawing): void {
    if (this.drawings.get(key) === drawing) this.drawings.delete(key);
  }
}
