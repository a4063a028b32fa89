import type { MapView } from './draw-map.ts';

export const wholeMap: MapView = { scale: 1, x: 0, y: 0 };
const mostScale = 60;

/** Keeps a view inside the map. */
function clamped({ scale, x, y }: MapView, width: number, height: number): MapView {
  const within = (offset: number, length: number) => Math.min(Math.max(0, offset), length - length / scale);
  return { scale, x: within(x, width), y: within(y, height) };
}

/** Zooms by a factor about a point of the screen. */
export function zoomed(
  view: MapView,
  factor: number,
  at: { x: number; y: number },
  { width, height }: { width: number; height: number },
): MapView {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor));
  return clamped(
    { scale, x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale },
    width,
    height,
  );
}

/** Moves the map by pixels of the screen. */
export const panned = (
  view: MapView,
  by: { x: number; y: number },
  { width, height }: { width: number; height: number },
): MapView =>
  clamped({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale }, width, height);

/** The view in which a rectangle of the map fills the screen. */
export function fitView(
  rectangle: ArrayLike<number>,
  { width, height }: { width: number; height: number },
): MapView {
  const [left, top, rectangleWidth, rectangleHeight] = Array.from(rectangle);
  const scale = Math.min(
    mostScale,
    Math.max(1, Math.min(width / rectangleWidth!, height / rectangleHeight!)),
  );
  const margin = (length: number, own: number) => (length / scale - own) / 2;
  return clamped(
    { scale, x: left! - margin(width, rectangleWidth!), y: top! - margin(height, rectangleHeight!) },
    width,
    height,
  );
}

/** Moves a view as little as needed to show a tile. */
export function revealing(
  view: MapView,
  tile: ArrayLike<number>,
  { width, height }: { width: number; height: number },
): MapView {
  const [left, top, tileWidth, tileHeight] = Array.from(tile);
  const moved = (offset: number, start: number, own: number, seen: number) =>
    Math.min(start, Math.max(offset, start + own - seen));
  return clamped(
    {
      ...view,
      x: moved(view.x, left!, tileWidth!, width / view.scale),
      y: moved(view.y, top!, tileHeight!, height / view.scale),
    },
    width,
    height,
  );
}
