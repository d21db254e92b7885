/** Sizes of paper in points, in portrait format. */
export const papers = { a4: [595.28, 841.89], letter: [612, 792] } as const;

/** Columns and rows of labels on a page. */
export const labelGrids = { "2x4": [2, 4], "3x8": [3, 8], "4x6": [4, 6] } as const;

export type Paper = keyof typeof papers;
export type LabelGrid = keyof typeof labelGrids;

/** Points between a label's edge and its content. Printers leave 4 mm at the edge of the paper, and cuts are not exact. */
const margin = 14;

export interface Label {
  /** the upper left corner of the label, from the upper left corner of the page */
  x: number;
  y: number;
  /** the area for content inside of the label's margins */
  content: { x: number; y: number; width: number; height: number };
}

/** Returns the labels of a page, row by row. They cover the whole page. */
export function labelsOn(paper: Paper, grid: LabelGrid): Label[] {
  const [pageWidth, pageHeight] = papers[paper];
  const [columns, rows] = labelGrids[grid];
  const [width, height] = [pageWidth / columns, pageHeight / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    const content = { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin };
    return { x, y, content };
  });
}
