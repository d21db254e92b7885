/** Says on a terminal how far a command is, in one line; elsewhere nothing. */
export function progress(): (step: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  process.once("exit", () => stderr.write("\r\x1b[K"));
  return (step) => stderr.write(`\r\x1b[K${step} …`);
}
