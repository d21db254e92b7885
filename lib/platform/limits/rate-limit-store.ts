export interface RateLimiterOptions {
  /** Limiters with different names count separately. */
  name: string;
  /** Uses in one window. */
  points: number;
  /** Length of a window. */
  seconds: number;
}

/** The rest of a window. `endsAt` is in Unix milliseconds. */
export interface Window {
  allowed: boolean;
  remaining: number;
  endsAt: number;
}

/** Where uses are counted. Every method throws if the store is unreachable, after about a second at most. */
export interface RateLimitStore {
  consume(key: string, uses?: number): Promise<Window>;
  peek(key: string): Promise<Window>;
  reset(key: string): Promise<void>;
  /** Takes one use back. */
  refund(key: string): Promise<void>;
}
