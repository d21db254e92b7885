/** An option: the value that is sent, and its label. */
export interface Choice {
  value: string;
  label: string;
}
