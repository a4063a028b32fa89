import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { TwinMapCard } from './twin-map-card.tsx';

it('keeps the colours of its legend in forced colours mode', async () => {
  serve({});
  show(<TwinMapCard settings={{ group: 'class', size: 'risk' }} />, '/', '/');
  const legend = await screen.findByRole('list', { name: 'Colors of the map' });
  const entries = within(legend).getAllByRole('listitem');
  expect(entries.map((entry) => entry.querySelectorAll('[data-swatch]').length)).toEqual([1, 1, 1, 1, 1]);
});
