/** Runs the work of each key, such as an account, one at a time, in the order in which it arrives. */
export class Turns {
  private readonly latest = new Map<number, Promise<unknown>>();

  run<T>(key: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.latest.get(key) ?? Promise.resolve()).then(work, work);
    this.latest.set(key, turn);
    const end = () => {
      if (this.latest.get(key) === turn) this.latest.delete(key);
    };
    turn.then(end, end);
    return turn;
  }
}
