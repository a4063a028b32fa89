/** An entry of the key of a picture: one line of the chart. */
export interface PictureLine {
  label: string;
  color: string;
  dash: 'solid' | 'dashed' | 'dotted';
}

/** Title and key above the chart in a picture. */
export interface PictureHead {
  title: string;
  /** Text beside the title, such as the range. */
  detail: string;
  lines: readonly PictureLine[];
}

export interface CanvasPictureInk {
  text: string;
  muted: string;
  background: string;
  fontFamily: string;
}

/** Sizes in CSS pixels. */
const margin = 16;
const rowHeight = 20;
const swatch = 24;
const gap = 20;
/** Pixels of the picture per CSS pixel. */
const sharpness = 2;

/** The position of an entry of the key. */
export interface Placed {
  left: number;
  row: number;
}

/**
 * Places the entries of a key in rows.
 * @param widths of the entries
 * @param width of a row; a wider entry gets its own row
 */
export function placeInRows(widths: readonly number[], width: number): Placed[] {
  let left = 0;
  let row = 0;
  return widths.map((own) => {
    if (left > 0 && left + own > width) {
      left = 0;
      row += 1;
    }
    const placed = { left, row };
    left += own + gap;
    return placed;
  });
}

const dashes = { solid: [], dashed: [6, 4], dotted: [2, 3] };

/** Copies the canvases inside an element to one picture, below a title and a key. @returns null without a canvas */
export function drawCanvasPicture(
  around: HTMLElement,
  { title, detail, lines }: PictureHead,
  ink: CanvasPictureInk,
): HTMLCanvasElement | null {
  const charts = [...around.querySelectorAll('canvas')];
  if (charts.length === 0) return null;
  const rects = charts.map((chart) => chart.getBoundingClientRect());
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const width = Math.max(...rects.map((rect) => rect.right)) - left;
  const height = Math.max(...rects.map((rect) => rect.bottom)) - top;

  const picture = document.createElement('canvas');
  const pen = picture.getContext('2d')!;
  const font = `13px ${ink.fontFamily}`;
  pen.font = font;
  const places = placeInRows(
    lines.map(({ label }) => swatch + pen.measureText(label).width),
    width,
  );
  const rows = 2 + (places.at(-1)?.row ?? -1) + 1;
  const headHeight = rows * rowHeight + 8;
  picture.width = (width + 2 * margin) * sharpness;
  picture.height = (height + headHeight + 2 * margin) * sharpness;
  // Setting the size has reset the context.
  pen.scale(sharpness, sharpness);
  pen.fillStyle = ink.background;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.translate(margin, margin);
  pen.textBaseline = 'middle';
  const write = (text: string, x: number, row: number, color: string, weight = 400): void => {
    pen.font = `${weight} ${font}`;
    pen.fillStyle = color;
    pen.fillText(text, x, (row + 0.5) * rowHeight);
  };
  write(title, 0, 0, ink.text, 600);
  write(detail, 0, 1, ink.muted);
  for (const [at, { label, color, dash }] of lines.entries()) {
    const place = places[at]!;
    const row = place.row + 2;
    pen.strokeStyle = color;
    pen.lineWidth = 2;
    pen.setLineDash(dashes[dash]);
    pen.beginPath();
    pen.moveTo(place.left, (row + 0.5) * rowHeight);
    pen.lineTo(place.left + swatch - 8, (row + 0.5) * rowHeight);
    pen.stroke();
    write(label, place.left + swatch, row, ink.text);
  }
  for (const [at, chart] of charts.entries()) {
    const rect = rects[at]!;
    pen.drawImage(chart, rect.left - left, rect.top - top + headHeight, rect.width, rect.height);
  }
  return picture;
}
