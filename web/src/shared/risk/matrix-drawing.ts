import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { layOutMatrix, tintOpacity } from './matrix-bands.ts';

const field = { width: 112, height: 48, gap: 2 };
const heading = { width: 104, height: 32 };

/** Draws the risk matrix as SVG for download. The page shows it as a table. */
export function drawMatrix(portfolio: Pick<Portfolio, 'bands' | 'matrix'>): SVGSVGElement {
  const { columns, rows } = layOutMatrix(portfolio);
  const left = (column: number) => heading.width + column * (field.width + field.gap);
  const top = (row: number) => heading.height + row * (field.height + field.gap);
  const drawing = element('svg', { width: left(columns.length), height: top(rows.length) });
  const write = (text: string, x: number, y: number, more: Attributes = {}): void => {
    const written = element('text', { x, y, fill: 'currentColor', ...more });
    written.textContent = text;
    drawing.append(written);
  };
  const middle = { 'text-anchor': 'middle' };
  write('Probability', 8, 20);
  columns.forEach((label, column) => {
    write(label, left(column) + field.width / 2, 20, middle);
  });
  rows.forEach(({ label, fields }, row) => {
    write(label, 8, top(row) + 28);
    fields.forEach(({ found, color }, column) => {
      const { width, height } = field;
      const place = { x: left(column), y: top(row), width, height };
      drawing.append(element('rect', { ...place, fill: color, 'fill-opacity': tintOpacity }));
      const center = left(column) + width / 2;
      if (found) {
        write(formatCount(found.assets), center, top(row) + 20, { ...middle, 'font-weight': 600 });
        write(formatMoney(found.risk), center, top(row) + 37, middle);
      } else {
        write('–', center, top(row) + 28, middle);
      }
    });
  });
  return drawing;
}

type Attributes = Record<string, string | number>;

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
