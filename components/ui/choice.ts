/** What can be chosen: what is sent, and what people read. */
export interface Choice {
  value: string;
  label: string;
}
