/** Up to this many places, searching the list is cheaper than a map. */
const FEW = 32;

/** Clicks by the index of their value in `Rollup.words`. Most subjects have few values in a batch. */
export class Tally {
  readonly places: number[] = [];
  /** for each place */
  readonly clicks: number[] = [];
  private indexes: Map<number, number> | undefined;

  add(place: number, clicks: number): void {
    const index = this.indexes ? (this.indexes.get(place) ?? -1) : this.places.indexOf(place);
    if (index >= 0) {
      this.clicks[index] = (this.clicks[index] as number) + clicks;
      return;
    }
    this.indexes?.set(place, this.places.length);
    this.places.push(place);
    this.clicks.push(clicks);
    if (this.places.length === FEW) this.indexes = new Map(this.places.map((known, at) => [known, at]));
  }
}
