type Labels = Record<string, string>;

interface Sample {
  name: string;
  labels: Labels;
  value: number;
}

/** Reads the text of a metrics scrape. */
export function series(text: string) {
  const samples = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(sampleOf);
  const of = (name: string, labels: Labels = {}) =>
    samples.filter(
      (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
  return {
    /** the sum of all samples with these labels */
    sum: (name: string, labels?: Labels) => of(name, labels).reduce((sum, { value }) => sum + value, 0),
    labels: (name: string, label: string) => [...new Set(of(name).map(({ labels }) => labels[label] ?? ""))],
    /** includes the metrics without a value */
    names: () =>
      new Set([
        ...samples.map(({ name }) => name),
        ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name),
      ]),
  };
}

function sampleOf(line: string): Sample {
  const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", text = ""]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
