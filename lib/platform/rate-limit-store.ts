export interface RateLimiterOptions {
  /** Limiters of different names count apart. */
  name: string;
  /** Uses in one window. */
  points: number;
  /** Length of the window. */
  seconds: number;
}

/** What is left of a window. `endsAt` is in Unix milliseconds. */
export interface Window {
  allowed: boolean;
  remaining: number;
  endsAt: number;
}

/** Where uses are counted. Every method throws when the store is out of reach, after about a second at most. */
export interface RateLimitStore {
  consume(key: string, uses?: number): Promise<Window>;
  peek(key: string): Promise<Window>;
  reset(key: string): Promise<void>;
  /** Takes one use back. */
  refund(key: string): Promise<void>;
}
