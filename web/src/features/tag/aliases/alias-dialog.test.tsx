import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InputUnitChange } from '@twinward/contracts/protections/input-unit';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { expect, it, vi } from 'vitest';
import { serve, show, viewer } from '../../../testing/show.tsx';
import { AliasDialog } from './alias-dialog.tsx';

const alias: TagAlias = {
  id: 1,
  twinId: 5,
  calculatedTagId: null,
  type: 'data_point',
  name: 'Suction',
  description: '',
  mappedTagId: 7,
  mappedTagName: 'PI-7',
  mappedTagUnit: 'kPa',
  keywords: [],
  unit: 'kPa',
  uomId: 3,
  options: {},
  version: 2,
  latestTime: null,
  latestValue: null,
};
const change: InputUnitChange = {
  isConvertible: true,
  calculatedTags: [],
  protections: [
    {
      id: 3,
      name: 'Surge',
      thresholds: [
        { id: 8, name: 'High', logic: '[Suction] > 500', converted: '[Suction] > 5', byHand: [] },
        {
          id: 9,
          name: 'Ratio',
          logic: '[Suction] / [Flow] > 2',
          converted: '[Suction] / [Flow] > 2',
          byHand: ['[Suction] / [Flow] > 2'],
        },
      ],
    },
  ],
};

async function changeUnit(answer: InputUnitChange, recordTypes: string[]) {
  const asked = serve({
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/uom/categories': () => Response.json([]),
    'POST /api/tags/search': () => Response.json([], { headers: { 'x-paging-total-records': '0' } }),
    'POST /api/tag-aliases/1/unit-change': () => Response.json(answer),
    'PUT /api/tag-aliases/1': () => Response.json({ ...alias, unit: 'bar', version: 3 }),
  });
  const onClose = vi.fn();
  const user = { ...viewer, assignedRecordTypes: recordTypes };
  show(<AliasDialog twinId={5} alias={alias} onClose={onClose} />, '/', '/', user);
  const unit = await screen.findByLabelText('Unit');
  await userEvent.clear(unit);
  await userEvent.type(unit, 'bar');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => asked.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  return { sent, onClose };
}

it('offers to convert limits with the unit, and shows them before and after', async () => {
  const { sent, onClose } = await changeUnit(change, ['twin', 'protection']);
  const dialog = await screen.findByRole('dialog', { name: 'Read Suction in bar instead of kPa?' });
  const list = (name: string) => within(dialog).getByRole('list', { name }).textContent;
  expect(list('Converted limits')).toBe('Surge: High[Suction] > 500 → [Suction] > 5');
  expect(list('Limits to change manually')).toBe('Surge: Ratio[Suction] / [Flow] > 2');
  expect(sent()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Convert the limits' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ unit: 'bar', limits: 'convert', version: 2 }]);
});

it('only keeps the numbers for users who may not change protections', async () => {
  const { sent, onClose } = await changeUnit(change, ['twin']);
  const dialog = await screen.findByRole('dialog', { name: /^Read Suction/ });
  expect(within(dialog).queryByRole('button', { name: 'Convert the limits' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep the numbers' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ unit: 'bar', limits: 'keep' }]);
});

it('offers no conversion if no logic uses the input', async () => {
  const { sent, onClose } = await changeUnit({ ...change, protections: [] }, ['twin']);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ unit: 'bar' }]);
});
