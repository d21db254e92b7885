import { gray, ink, pine, white } from "@/lib/contract/theme";
import { gridValues } from "./scale";

export interface Picture {
  /** the name of this service */
  service: string;
  /** name of the link, campaign or page */
  title: string;
  /** what is counted and on which days: one line each */
  about: string[];
  points: { name: string; clicks: number | null; before: number | null }[];
  /** whether the last point with clicks is not over */
  running: boolean;
}

const width = 1_200;
const height = 630;
const plot = { left: 90, right: 1_160, top: 190, bottom: 530 };
const labels = 6;

/** Draws the chart as a PNG file with its title and period, on white regardless of the page's color scheme. */
export function drawPicture({ service, title, about, points, running }: Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const values = gridValues(Math.max(...points.flatMap(({ clicks, before }) => [clicks ?? 0, before ?? 0])));
  const [top = 1] = values;
  const x = (index: number) => plot.left + ((index + 0.5) / points.length) * (plot.right - plot.left);
  const y = (value: number) => plot.bottom - (value / top) * (plot.bottom - plot.top);
  const font = getComputedStyle(document.body).fontFamily;

  context.fillStyle = white;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink;
  context.font = `600 34px ${font}`;
  context.fillText(fitted(context, title), plot.left, 64);

  context.font = `22px ${font}`;
  context.fillStyle = gray[6];
  for (const [index, line] of about.entries()) context.fillText(fitted(context, line), plot.left, 104 + index * 32);
  context.textAlign = "right";
  context.fillText(`${service} · ${location.host}`, plot.right, height - 20);
  context.strokeStyle = gray[2];
  for (const value of values) {
    context.textAlign = "right";
    context.fillText(value.toLocaleString(document.documentElement.lang), plot.left - 16, y(value) + 8);
    draw(context, [
      [plot.left, y(value)],
      [plot.right, y(value)],
    ]);
  }
  context.textAlign = "center";
  const step = Math.ceil(points.length / labels);
  for (const [index, { name }] of points.entries())
    if (index % step === 0) context.fillText(name, x(index), plot.bottom + 40);

  const placesOf = (values: (number | null)[]) =>
    values.flatMap((value, index) => (value === null ? [] : [[x(index), y(value)] as const]));
  context.lineWidth = 3;
  context.strokeStyle = gray[4];
  draw(context, placesOf(points.map(({ before }) => before)));
  context.lineWidth = 4;
  context.strokeStyle = pine[7];
  const line = placesOf(points.map(({ clicks }) => clicks));
  draw(context, running ? line.slice(0, -1) : line);
  if (running) {
    context.lineCap = "round";
    context.setLineDash([0, 9]);
    draw(context, line.slice(-2));
    context.lineWidth = 12;
    context.setLineDash([]);
    draw(context, [...line.slice(-1), ...line.slice(-1)]);
  }
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("No picture could be drawn."))));
  });
}

function draw(context: CanvasRenderingContext2D, line: (readonly [x: number, y: number])[]): void {
  context.beginPath();
  for (const [x, y] of line) context.lineTo(x, y);
  context.stroke();
}

/** Truncates a text to the given width. */
function fitted(context: CanvasRenderingContext2D, text: string): string {
  const fits = (part: string) => context.measureText(part).width <= plot.right - plot.left;
  if (fits(text)) return text;
  let part = text.slice(0, 200);
  while (!fits(`${part}…`)) part = part.slice(0, -1);
  return `${part}…`;
}
