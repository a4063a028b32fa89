import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serve, show } from '../../../testing/show.tsx';
import { ChooseTag } from './choose-tag.tsx';

const open = (aliases: object[]) => {
  serve({
    'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Machine' }),
    'GET /api/twins/5/tag-aliases': () => Response.json(aliases),
  });
  show(<ChooseTag twinId={5} />, '/apps/twins/:id/tags/explore', '/apps/twins/5/tags/explore');
};

it('offers the tags of the inputs', async () => {
  open([
    { id: 1, name: 'Temperature', mappedTagId: 7, mappedTagName: 'TI-7' },
    { id: 2, name: 'Pressure', mappedTagId: null, mappedTagName: null },
  ]);
  const rows = within(await screen.findByRole('table', { name: 'Inputs' })).getAllByRole('row');
  expect(rows).toHaveLength(2);
  expect(within(rows[1]!).getByText('TI-7')).toBeTruthy();
  expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('/apps/twins/5/tags/7/explore');
});

it.each([
  ['inputs without a tag', [{ id: 2, name: 'Pressure', mappedTagId: null }], 'Map the inputs', '/mapping'],
  ['no inputs', [], 'Add inputs', ''],
])('links to the next step with %s', async (_, aliases, label, path) => {
  open(aliases);
  const link = await screen.findByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe(`/apps/twins/5/tags${path}`);
});
