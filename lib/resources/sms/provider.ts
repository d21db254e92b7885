/** One message to one number. */
interface OutgoingSms {
  /** the id of its row */
  id: number;
  from: string;
  to: string;
  text: string;
}

/** A provider of messages. Its refusals are `AppError`s with a plain sentence that contains no secrets. */
export interface SmsProvider {
  /** Returns the numbers, in E.164, that can send messages. */
  numbers(): Promise<string[]>;
  /** Hands over a message and returns the provider's id of it. The result is reported later, to `settle`. */
  send(message: OutgoingSms): Promise<string>;
}
