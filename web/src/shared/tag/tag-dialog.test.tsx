import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { TagDialog } from './tag-dialog.tsx';

const tag: Tag = {
  id: 9,
  name: 'P7.T',
  caption: 'Bearing',
  assetIds: [7],
  type: 'data_point',
  isCalculated: false,
  unit: 'Cel',
  uomId: 2,
  description: '',
  keywords: [],
  source: null,
  version: 2,
  aliases: [],
  fields: {},
  connectionId: null,
  connectionGroupId: null,
  oldestTime: null,
  latestTime: null,
  dataPointCount: 0,
  latestValue: null,
  logic: null,
  completion: null,
  model: null,
  error: null,
  dataImportJobStatus: null,
  recalculationJobStatus: null,
};
const theirs: Tag = { ...tag, caption: 'Oil', description: 'Theirs', version: 3 };

/** The dialog of a tag that is refetched while it is edited, as after every new point. */
function Edited({ onClose }: { onClose(): void }): ReactNode {
  const [read, setRead] = useState(tag);
  return (
    <>
      <button type="button" onClick={() => setRead(theirs)}>
        Read again
      </button>
      <TagDialog tag={read} assetIds={read.assetIds} onClose={onClose} />
    </>
  );
}

it('resolves a conflict field by field, even if the other version was refetched', async () => {
  const asked = serve({
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/uom/categories': () => Response.json([]),
    'PUT /api/tags/9': ({ body }) =>
      (body as Tag).version === 3
        ? Response.json({ ...theirs, version: 4 })
        : Response.json({ message: 'Changed.', current: theirs }, { status: 409 }),
  });
  const sent = () => asked.filter(({ call }) => call === 'PUT /api/tags/9').map(({ body }) => body);
  const onClose = vi.fn();
  show(<Edited onClose={onClose} />, '/', '/');
  const description = await screen.findByLabelText('Description');
  await userEvent.type(description, 'Mine');
  fireEvent.click(screen.getByText('Read again'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  const conflict = await screen.findByRole('dialog', { name: 'Changed by someone else' });
  expect(sent()).toMatchObject([{ description: 'Mine', caption: 'Bearing', version: 2 }]);
  const choice = (name: string) => within(conflict).getByRole<HTMLInputElement>('radio', { name });
  expect(choice('Saved by someone else Oil').checked).toBe(true);
  expect(choice('Yours Mine').checked).toBe(false);
  await userEvent.click(within(conflict).getByRole('button', { name: 'Continue editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Changed by someone else' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Mine');

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const again = await screen.findByRole('dialog', { name: 'Changed by someone else' });
  await userEvent.click(within(again).getByRole('radio', { name: 'Yours Mine' }));
  await userEvent.click(within(again).getByRole('button', { name: 'Save selected versions' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toMatchObject({ description: 'Mine', caption: 'Oil', version: 3 });
});

const effects = { inputs: [], protections: [], calculatedTags: [] };
const surge = { id: 3, name: 'Surge', twinId: 5, assetName: 'Pump' };

async function changeUnit(keep: object, follow: object) {
  const asked = serve({
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/uom/categories': () => Response.json([]),
    'POST /api/tags/9/unit-change': ({ body }) =>
      Response.json({
        ...effects,
        ...((body as { inputUnits: string }).inputUnits === 'keep' ? keep : follow),
      }),
    'PUT /api/tags/9': () => Response.json({ ...tag, unit: 'K', version: 3 }),
  });
  const onClose = vi.fn();
  show(<TagDialog tag={tag} assetIds={[7]} onClose={onClose} />, '/', '/');
  const unit = await screen.findByLabelText('Unit');
  await userEvent.clear(unit);
  await userEvent.type(unit, 'K');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => asked.filter(({ call }) => call === 'PUT /api/tags/9').map(({ body }) => body);
  return { sent, onClose };
}

it('lists what is re-evaluated by a change of the unit, and requires confirmation', async () => {
  const { sent, onClose } = await changeUnit({ protections: [surge] }, {});
  const dialog = await screen.findByRole('dialog', { name: 'Change the unit of P7.T from °C to K?' });
  expect(within(dialog).getByText('Surge of Pump')).toBeTruthy();
  expect(within(dialog).getByText('Nothing is re-evaluated.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep inputs in °C' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ unit: 'K', inputUnits: 'keep', version: 2 }]);
});

it('offers only the options that the inputs allow', async () => {
  const problem = 'Cel measures temperature.';
  const { sent, onClose } = await changeUnit({ inputs: [{ id: 1, problem }] }, {});
  const dialog = await screen.findByRole('dialog', { name: /^Change the unit/ });
  expect(within(dialog).getByText(problem)).toBeTruthy();
  const keep = within(dialog).getByRole('button', { name: 'Keep inputs in °C' });
  expect(keep.hasAttribute('disabled')).toBe(true);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Read inputs in K' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ inputUnits: 'follow' }]);
});

it('requires no confirmation if the tag is not in use', async () => {
  const { sent, onClose } = await changeUnit({}, {});
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([{ unit: 'K' }]);
});
