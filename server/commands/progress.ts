/** Shows the progress of a command in one line of a terminal. Does nothing elsewhere. */
export function progress(): (step: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  process.once("exit", () => stderr.write("\r\x1b[K"));
  return (step) => stderr.write(`\r\x1b[K${step} …`);
}
