import { describe, expect, it } from 'vitest';
import { drawMap, type MapInk, paintMap, textOn } from './draw-map.ts';
import { byArea, layoutMap } from './layout.ts';
import type { MapData } from './map-data.ts';

const ink: MapInk = {
  background: '#FFFFFF',
  calm: '#D5DCE0',
  text: '#111111',
  secondary: '#222222',
  focus: '#333333',
  fontFamily: 'Inter',
};

const data: MapData = {
  groups: [{ name: 'Unit 1', parent: null }],
  id: [1, 2, 3, 4],
  name: ['Pump', 'Fan', 'Mill', 'Press'],
  group: [0, 0, 0, 0],
  risk: [1, 1, 1, 1],
  probability: [1, 1, 1, 1],
  consequence: [1, 1, 1, 1],
  level: [0, 900, null, 0],
  isCurrent: [true, true, true, false],
};

/** A canvas that records drawn texts and fills. */
function noting() {
  const texts: string[] = [];
  const fills: string[] = [];
  const context = {
    fillStyle: '',
    font: '',
    textBaseline: '',
    lineWidth: 0,
    strokeStyle: '',
    fillRect(this: { fillStyle: string }) {
      fills.push(this.fillStyle);
    },
    fillText: (text: string) => void texts.push(text),
    strokeRect: () => undefined,
  };
  return { texts, fills, context: context as unknown as CanvasRenderingContext2D };
}

function draw(view = { scale: 1, x: 0, y: 0 }, drawn: MapData = data) {
  const layout = layoutMap({ weights: data.risk as number[], group: data.group, parents: [null] }, 400, 300);
  const canvas = noting();
  drawMap(canvas.context, {
    data: drawn,
    layout,
    labelled: byArea(layout),
    paint: paintMap(data, ink),
    view,
    ink,
    width: 400,
    height: 300,
    current: null,
  });
  return canvas;
}

describe('drawMap', () => {
  it('labels groups, twins and levels above 0, and draws tiles ordered by colour', () => {
    const { texts, fills } = draw();
    expect(texts.toSorted()).toEqual(['Fan', 'Level 900', 'Mill', 'Press', 'Pump', 'Unit 1']);
    expect(fills).toEqual(['#FFFFFF', '#D5DCE0', '#e84b33', '#9E9E9E', '#9E9E9E']);
  });

  it('truncates names in the middle, since their ends differ', () => {
    const name = data.name.map((_, i) => `Turbofan engine of the north line ${100 + i}`);
    const { texts } = draw(undefined, { ...data, name });
    expect(texts).toContainEqual(expect.stringMatching(/^Turbofan .+….+ line 101$/));
  });

  it('omits invisible tiles', () => {
    const { fills } = draw({ scale: 8, x: 10, y: 30 });
    expect(fills).toHaveLength(2);
  });
});

it('uses a readable text colour on each tile colour', () => {
  expect(['#FFFFFF', '#FFC107', '#E5393A', '#37434B'].map(textOn)).toEqual([
    '#000000',
    '#000000',
    '#000000',
    '#FFFFFF',
  ]);
});
