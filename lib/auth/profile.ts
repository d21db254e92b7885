/** The details that a provider sends about the user who logged in there. */
export interface Profile {
  subject: string;
  /** the name of their account at the provider */
  label: string;
  /** an address that the provider has confirmed; null if there is none */
  email: string | null;
  /** whether the provider sent an address without saying that it is confirmed */
  hasUnconfirmedEmail?: boolean;
  /** their groups at the provider; undefined if it does not send them */
  groups?: string[];
}
