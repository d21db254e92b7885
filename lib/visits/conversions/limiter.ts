import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";

const limiter = () =>
  processSingleton("conversionLimiter", () => createRateLimiter({ name: "conversion", points: 200, seconds: 15 * 60 }));

/** Limits the conversions on a link that one network reports, because anyone can report conversions. */
export const mayReport = async (address: string, linkId: number): Promise<boolean> =>
  (await limiter().consume({ address, with: linkId })).allowed;
