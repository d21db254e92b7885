/** How many requests may wait for their turn, over all networks. */
const MOST_WAITING = 64;
/** How long a request waits for its turn. */
const WAIT_MS = 10_000;
/** How many requests of one network may wait or run. A browser sends six at once. */
const MOST_OF_A_NETWORK = { signedIn: 100, signedOut: 48 };

interface Network {
  /** requests that wait or run */
  present: number;
  underWay: number;
}

interface Waiting {
  network: Network;
  start(): void;
}

/** Runs a few page requests at a time, in the order in which they arrived. */
export class PageGate {
  private underWay = 0;
  private readonly queue = new Set<Waiting>();
  private readonly networks = new Map<string, Network>();
  private readonly mostOfANetwork: number;

  /** @param places How many requests run at a time. One network never gets all of them: its requests may be slow. */
  constructor(private readonly places: number) {
    this.mostOfANetwork = Math.max(1, places - Math.ceil(places / 4));
  }

  get waiting(): number {
    return this.queue.size;
  }

  get running(): number {
    return this.underWay;
  }

  /**
   * Resolves when it is the request's turn, with a function to call once it is answered. Resolves with null if too many
   * requests wait or this one waited too long. A network without a session may have fewer requests at once.
   */
  enter(name: string, signedIn: boolean, signal: AbortSignal): Promise<(() => void) | null> {
    const network = this.networks.get(name) ?? { present: 0, underWay: 0 };
    const most = signedIn ? MOST_OF_A_NETWORK.signedIn : MOST_OF_A_NETWORK.signedOut;
    const hasPlace = this.hasPlace(network);
    if (network.present >= most || (!hasPlace && this.queue.size >= MOST_WAITING)) return Promise.resolve(null);
    network.present++;
    this.networks.set(name, network);
    const leave = () => {
      if (--network.present === 0) this.networks.delete(name);
    };
    if (hasPlace) return Promise.resolve(this.begin(network, leave));
    return new Promise((resolve) => {
      const settle = (release: (() => void) | null) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        this.queue.delete(waiting);
        if (!release) leave();
        resolve(release);
      };
      const giveUp = () => settle(null);
      const waiting: Waiting = { network, start: () => settle(this.begin(network, leave)) };
      const timer = setTimeout(giveUp, WAIT_MS).unref();
      signal.addEventListener("abort", giveUp, { once: true });
      this.queue.add(waiting);
    });
  }

  private hasPlace(network: Network): boolean {
    return this.underWay < this.places && network.underWay < this.mostOfANetwork;
  }

  private begin(network: Network, leave: () => void): () => void {
    this.underWay++;
    network.underWay++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.underWay--;
      network.underWay--;
      leave();
      for (const next of this.queue) if (this.hasPlace(next.network)) return next.start();
    };
  }
}
