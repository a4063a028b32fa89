import { levelColor, noValueColor } from '../../ui/format/scales.ts';
import type { MapLayout } from './layout.ts';
import type { MapData } from './map-data.ts';

/** The visible part of a map: screen = (map - offset) x scale. */
export interface MapView {
  scale: number;
  x: number;
  y: number;
}

export interface MapInk {
  background: string;
  /** Colour of twins at level 0. */
  calm: string;
  text: string;
  secondary: string;
  focus: string;
  fontFamily: string;
}

/** The colours of the tiles, and the tiles ordered by colour. */
export interface MapPaint {
  colors: readonly string[];
  /** The text colour on each colour. */
  texts: readonly string[];
  /** Index of the colour of each tile. */
  color: Uint16Array;
  order: Uint32Array;
}

/** Levels are rounded up to steps of this size. */
const levelStep = 25;
/** Minimum size of a tile with a label, in pixels. */
const leastLabel = { width: 48, height: 20 };
const mostLabels = 200;
const characterWidth = 6.4;

/** The level of a twin, rounded up to a step; null without a current level. */
const toStep = (level: number | null, isCurrent: boolean): number | null =>
  level === null || !isCurrent ? null : Math.ceil(level / levelStep) * levelStep;

/** Neutral at level 0, grey without a current level, else the colour of the level. */
function toColor(step: number | null, ink: MapInk): string {
  if (step === null) return noValueColor;
  return step === 0 ? ink.calm : levelColor(step);
}

export function paintMap({ level, isCurrent }: Pick<MapData, 'level' | 'isCurrent'>, ink: MapInk): MapPaint {
  // Calculated once per step, since there are few steps and thousands of twins.
  const places = new Map<number | null, number>();
  const counts: number[] = [];
  const color = new Uint16Array(level.length);
  for (let at = 0; at < level.length; at += 1) {
    const step = toStep(level[at]!, isCurrent[at]!);
    let place = places.get(step);
    if (place === undefined) {
      place = counts.push(0) - 1;
      places.set(step, place);
    }
    counts[place]! += 1;
    color[at] = place;
  }
  // Counting sort: the tiles of each colour start at its offset.
  let sum = 0;
  const offsets = counts.map((count) => {
    sum += count;
    return sum - count;
  });
  const order = new Uint32Array(level.length);
  for (let at = 0; at < level.length; at += 1) {
    order[offsets[color[at]!]!] = at;
    offsets[color[at]!]! += 1;
  }
  const colors = [...places.keys()].map((step) => toColor(step, ink));
  return { colors, texts: colors.map(textOn), color, order };
}

/** Black or white, whichever has more contrast on a colour, by its relative luminance (WCAG 2). */
export function textOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#FFFFFF';
}

export interface Drawing {
  data: MapData;
  layout: MapLayout;
  /** The tiles, largest first. The first ones that are large enough get labels. */
  labelled: Uint32Array;
  paint: MapPaint;
  view: MapView;
  width: number;
  height: number;
  ink: MapInk;
  /** Index of the framed tile; null for none. */
  current: number | null;
}

/** Draws a map on a canvas whose units are CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { width, height, ink } = drawing;
  context.fillStyle = ink.background;
  context.fillRect(0, 0, width, height);
  drawTiles(context, drawing);
  drawHeadings(context, drawing);
  drawLabels(context, drawing);
  if (drawing.current !== null) drawFrame(context, drawing, drawing.current);
}

function drawTiles(
  context: CanvasRenderingContext2D,
  { layout: { items }, paint, view: { scale, x, y }, width, height }: Drawing,
): void {
  let color = -1;
  for (const at of paint.order) {
    const left = (items[4 * at]! - x) * scale;
    const top = (items[4 * at + 1]! - y) * scale;
    const tileWidth = items[4 * at + 2]! * scale;
    const tileHeight = items[4 * at + 3]! * scale;
    if (left > width || top > height || left + tileWidth < 0 || top + tileHeight < 0) continue;
    if (paint.color[at] !== color) {
      color = paint.color[at]!;
      context.fillStyle = paint.colors[color]!;
    }
    context.fillRect(
      left,
      top,
      tileWidth > 3 ? tileWidth - 1 : tileWidth * 0.75,
      tileHeight > 3 ? tileHeight - 1 : tileHeight * 0.75,
    );
  }
}

function drawHeadings(
  context: CanvasRenderingContext2D,
  { data, layout: { groups, headings, depth }, view: { scale, x, y }, width, height, ink }: Drawing,
): void {
  context.textBaseline = 'middle';
  for (let at = 0; at < headings.length; at += 1) {
    if (headings[at] === 0) continue;
    const left = (groups[4 * at]! - x) * scale;
    const top = (groups[4 * at + 1]! - y) * scale;
    const right = Math.min(width, left + groups[4 * at + 2]! * scale);
    const middle = top + (headings[at]! * scale) / 2;
    const room = right - Math.max(0, left) - 8;
    if (middle < 0 || middle > height || room < 24) continue;
    context.font = `${depth[at] === 0 ? 600 : 400} 12px ${ink.fontFamily}`;
    context.fillStyle = depth[at] === 0 ? ink.text : ink.secondary;
    context.fillText(shortened(data.groups[at]!.name, room), Math.max(0, left) + 4, middle, room);
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { data, layout: { items }, labelled, paint, view: { scale, x, y }, width, height, ink }: Drawing,
): void {
  const least = (leastLabel.width * leastLabel.height) / (scale * scale);
  let count = 0;
  context.font = `12px ${ink.fontFamily}`;
  for (const at of labelled) {
    const tileWidth = items[4 * at + 2]! * scale;
    const tileHeight = items[4 * at + 3]! * scale;
    if (items[4 * at + 2]! * items[4 * at + 3]! < least || count >= mostLabels) return;
    if (tileWidth < leastLabel.width || tileHeight < leastLabel.height) continue;
    const left = (items[4 * at]! - x) * scale;
    const top = (items[4 * at + 1]! - y) * scale;
    if (left > width || top > height || left + tileWidth < 0 || top + tileHeight < 0) continue;
    count += 1;
    const room = tileWidth - 9;
    context.fillStyle = paint.texts[paint.color[at]!]!;
    context.fillText(shortened(data.name[at]!, room), left + 4, top + 11, room);
    const level = data.level[at]!;
    if (tileHeight >= 36 && level !== null && level > 0)
      context.fillText(room < 56 ? String(level) : `Level ${level}`, left + 4, top + 26, room);
  }
}

/**
 * Truncates a name in the middle to a width in pixels, since names in a plant often differ in their ends. `fillText`
 * condenses text that is still too wide.
 */
function shortened(text: string, room: number): string {
  const most = Math.max(2, Math.floor(room / characterWidth));
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}

function drawFrame(
  context: CanvasRenderingContext2D,
  { layout: { items }, view: { scale, x, y }, ink }: Drawing,
  at: number,
): void {
  context.lineWidth = 2;
  context.strokeStyle = ink.focus;
  context.strokeRect(
    (items[4 * at]! - x) * scale,
    (items[4 * at + 1]! - y) * scale,
    Math.max(3, items[4 * at + 2]! * scale - 1),
    Math.max(3, items[4 * at + 3]! * scale - 1),
  );
}
