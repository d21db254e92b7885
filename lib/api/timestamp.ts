/** A moment in the API's form: `YYYY-MM-DD HH:MM:SS`, UTC. */
export function timestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}
