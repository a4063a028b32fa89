import { expect, it } from 'vitest';
import { drawMatrix } from './matrix-drawing.ts';

it('draws all bands, the highest probability at the top, and the content of the cells', () => {
  const drawing = drawMatrix({
    bands: { probability: [50], consequence: [10_000, 1_000_000] },
    matrix: [
      { probability: 1, consequence: 2, assets: 1200, risk: 900_000_000 },
      { probability: 0, consequence: 0, assets: 3, risk: 1500 },
    ],
  });
  const written = [...drawing.querySelectorAll('text')].map((text) => text.textContent);
  expect(written).toEqual(
    [
      ['Probability', 'under $10k', '$10k to $1M', '$1M and over'],
      ['50 % and over', '–', '–', '1,200', '$900,000,000'],
      ['under 50 %', '3', '$1,500', '–', '–'],
    ].flat(),
  );
  const fields = [...drawing.querySelectorAll('rect')];
  const [green, amber, red] = ['#43a047', '#ffb300', '#d32f2f'];
  expect(fields.map((field) => field.getAttribute('fill'))).toEqual([amber, red, red, green, green, amber]);
  expect([drawing.getAttribute('width'), drawing.getAttribute('height')]).toEqual(['446', '132']);
});
