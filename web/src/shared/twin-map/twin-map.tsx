import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { drawMap, type MapInk, type MapView, paintMap } from './draw-map.ts';
import { byArea, type Direction, headingAt, itemAt, layoutMap, nextItem } from './layout.ts';
import { bySize, calmColor, listGroupNames, type MapData, type MapSize, toWeights } from './map-data.ts';
import { fitView, panned, revealing, wholeMap, zoomed } from './map-view.ts';

/** A drag of fewer pixels is a click. */
const slop = 5;
const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface TwinMapProps {
  data: MapData;
  size: MapSize;
  height: number;
  /** Called with the id of a twin that was clicked, or opened by Enter. */
  onOpen: (twinId: number) => void;
}

/**
 * Tree map of all twins in groups, with areas by consequence or risk and colours by level. Click: opens a twin, or
 * zooms to a group by its heading. Wheel, + and -: zoom. Drag: pan. Arrow keys: move between twins. Double click, 0
 * and Escape: show the whole map.
 */
export function TwinMap({ data, size, height, onOpen }: TwinMapProps): ReactNode {
  const [measure, width] = useElementWidth();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [view, setView] = useState<MapView>(wholeMap);
  const [current, setCurrent] = useState<number | null>(null);
  const [isGrabbing, setIsGrabbing] = useState(false);
  const drag = useRef<{ x: number; y: number; isMoved: boolean } | null>(null);
  const ink = useMapInk();
  const { id, groups, group, level, isCurrent, [size]: values } = data;
  const layout = useMemo(() => {
    const parents = groups.map(({ parent }) => parent);
    return layoutMap({ weights: toWeights(values), group, parents }, width, height);
  }, [values, group, groups, width, height]);
  const labelled = useMemo(() => byArea(layout), [layout]);
  const paint = useMemo(() => paintMap({ level, isCurrent }, ink), [level, isCurrent, ink]);
  const frame = useMemo(() => ({ width, height }), [width, height]);
  // No frame if the twin no longer exists.
  const framed = current !== null && current < id.length ? current : null;

  useEffect(() => {
    if (canvas === null || width === 0) return;
    const context = canvas.getContext('2d');
    if (context === null) return;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const request = requestAnimationFrame(() => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawMap(context, { data, layout, labelled, paint, view, width, height, ink, current: framed });
    });
    return () => cancelAnimationFrame(request);
  }, [canvas, data, layout, labelled, paint, view, width, height, ink, framed]);

  useEffect(() => {
    if (canvas === null) return;
    const onWheel = (event: WheelEvent) => {
      // The wheel scrolls the page until the map has focus or Ctrl is held.
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      setView((now) => zoomed(now, Math.min(2, Math.max(0.5, 1.002 ** -event.deltaY)), at, frame));
    };
    canvas.addEventListener('wheel', onWheel, { passive: false });
    return () => canvas.removeEventListener('wheel', onWheel);
  }, [canvas, frame]);

  const toPoint = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const toMap = ({ x, y }: { x: number; y: number }) =>
    [view.x + x / view.scale, view.y + y / view.scale] as const;
  const readTile = (at: number) => layout.items.subarray(4 * at, 4 * at + 4);
  const choose = (at: number) => {
    setCurrent(at);
    setView((now) => revealing(now, readTile(at), frame));
  };
  const zoomBy = (factor: number) =>
    setView((now) => zoomed(now, factor, { x: width / 2, y: height / 2 }, frame));

  const click = (point: { x: number; y: number }) => {
    const [x, y] = toMap(point);
    const at = itemAt(layout, x, y);
    if (at !== null) return onOpen(id[at]!);
    const heading = headingAt(layout, x, y);
    if (heading !== null) setView(fitView(layout.groups.subarray(4 * heading, 4 * heading + 4), frame));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = arrows[event.key];
    if (direction) choose(framed === null ? bySize(data, size)[0]! : nextItem(layout, framed, direction));
    else if (event.key === 'Home') choose(bySize(data, size)[0]!);
    else if (event.key === 'Enter' && framed !== null) onOpen(id[framed]!);
    else if (event.key === '+' || event.key === '=') zoomBy(1.5);
    else if (event.key === '-') zoomBy(1 / 1.5);
    else if (event.key === '0' || event.key === 'Escape') setView(wholeMap);
    else return;
    event.preventDefault();
  };

  return (
    <Box ref={measure} sx={{ minWidth: 0 }}>
      <Box
        component="canvas"
        ref={setCanvas}
        role="application"
        tabIndex={0}
        aria-label={`Map of ${formatCount(id.length)} ${id.length === 1 ? 'twin' : 'twins'}: area by ${size}, color by level. Arrow keys move, Enter opens a twin.`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { ...toPoint(event), isMoved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const point = toPoint(event);
          const held = drag.current;
          if (held === null) {
            setCurrent(itemAt(layout, ...toMap(point)));
            return;
          }
          const by = { x: point.x - held.x, y: point.y - held.y };
          if (!held.isMoved && Math.hypot(by.x, by.y) < slop) return;
          drag.current = { ...point, isMoved: true };
          setIsGrabbing(true);
          setView((now) => panned(now, by, frame));
        }}
        onPointerUp={(event) => {
          if (drag.current?.isMoved === false) click(toPoint(event));
          drag.current = null;
          setIsGrabbing(false);
        }}
        onPointerCancel={() => {
          drag.current = null;
          setIsGrabbing(false);
        }}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse' && document.activeElement !== canvas) setCurrent(null);
        }}
        onDoubleClick={() => setView(wholeMap)}
        sx={{
          display: 'block',
          width: '100%',
          height,
          cursor: isGrabbing ? 'grabbing' : framed === null ? 'default' : 'pointer',
          // One finger scrolls the page until the map is zoomed.
          touchAction: view.scale > 1 ? 'none' : 'pan-y',
        }}
      />
      <Box
        aria-live="polite"
        sx={{
          minHeight: 40,
          pt: 1,
          fontSize: '0.8125rem',
          color: 'text.secondary',
          overflowWrap: 'anywhere',
        }}
      >
        {framed === null ? (
          'Point at a twin for details. Click to open it.'
        ) : (
          <Readout data={data} at={framed} />
        )}
      </Box>
    </Box>
  );
}

/** Describes the twin under the pointer or with focus. */
function Readout({ data, at }: { data: MapData; at: number }): ReactNode {
  const level = data.level[at]!;
  const money = (value: number | null) => (value === null ? 'not known' : formatMoney(value));
  return (
    <>
      <Box component="span" sx={{ color: 'text.primary', fontWeight: 600 }}>
        {data.name[at]}
      </Box>
      {` in ${listGroupNames(data, at).join(', ')}. `}
      {level === null ? 'Not evaluated' : `Level ${level}${data.isCurrent[at] ? '' : ', last known'}`}
      {`. Risk ${money(data.risk[at]!)}, consequence ${money(data.consequence[at]!)}.`}
    </>
  );
}

function useMapInk(): MapInk {
  const { palette, typography } = useTheme();
  return useMemo(
    () => ({
      background: palette.background.default,
      calm: calmColor[palette.mode],
      text: palette.text.primary,
      secondary: palette.text.secondary,
      focus: palette.text.primary,
      fontFamily: typography.fontFamily ?? 'sans-serif',
    }),
    [palette, typography],
  );
}
