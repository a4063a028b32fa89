import { expect, it } from 'vitest';
import { svgText } from './svg-picture.ts';

it('copies the colours and the font of the page into the drawing', () => {
  document.body.innerHTML = '<svg width="10" height="5"><text fill="currentColor">A &amp; B</text></svg>';
  const drawing = document.querySelector('svg')!;
  expect(svgText(drawing, { color: '#111', background: '#fff', fontFamily: 'Inter' })).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5" style="color: #111; background: #fff; font: 12px Inter">' +
      '<text fill="currentColor">A &amp; B</text></svg>',
  );
  expect(drawing.getAttribute('style')).toBeNull();
});
