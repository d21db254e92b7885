/** What a provider says of whoever logged in there. */
export interface Profile {
  subject: string;
  /** what they call themselves there */
  label: string;
  /** an address that the provider has seen to be theirs; null where it has not, or does not tell */
  email: string | null;
  /** it told an address, and does not say that it has confirmed it */
  hasUnconfirmedEmail?: boolean;
  /** the groups that they are in there; undefined where the provider does not tell */
  groups?: string[];
}
