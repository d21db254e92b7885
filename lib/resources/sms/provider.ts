/** One message to one number. */
interface OutgoingSms {
  /** of our row */
  id: number;
  from: string;
  to: string;
  text: string;
}

/** Who carries messages. Its refusals are `AppError`s: one plain sentence, and nothing secret in it. */
export interface SmsProvider {
  /** The numbers, in E.164, that messages can come from. */
  numbers(): Promise<string[]>;
  /** Hands a message over; returns the provider's id of it. What becomes of it is told later, to `settle`. */
  send(message: OutgoingSms): Promise<string>;
}
