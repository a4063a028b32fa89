import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { TagDialog } from './tag-dialog.tsx';

const tag: Tag = {
  ...{ id: 9, name: 'P7.T', caption: 'Bearing', assetIds: [7], type: 'data_point', isCalculated: false },
  ...{ unit: 'Cel', uomId: 2, description: '', keywords: [], source: null, version: 2, aliases: [] },
  ...{ connectionId: null, connectionGroupId: null },
  ...{
    oldestTime: null,
    latestTime: null,
    dataPointCount: 0,
    latestValue: null,
    logic: null,
    completion: null,
    error: null,
  },
  ...{ dataImportJobStatus: null, recalculationJobStatus: null },
};
const theirs: Tag = { ...tag, caption: 'Oil', description: 'Theirs', version: 3 };

/** The dialog of a tag that is refetched while it is edited, as happens with every new point. */
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

it('resolves a conflict field by field, though the other version was read meanwhile', async () => {
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
  expect(choice('Saved in between Oil').checked).toBe(true);
  expect(choice('Yours Mine').checked).toBe(false);
  await userEvent.click(within(conflict).getByRole('button', { name: 'Go on editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Changed by someone else' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Mine');

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const again = await screen.findByRole('dialog', { name: 'Changed by someone else' });
  await userEvent.click(within(again).getByRole('radio', { name: 'Yours Mine' }));
  await userEvent.click(within(again).getByRole('button', { name: 'Save what is chosen' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toMatchObject({ description: 'Mine', caption: 'Oil', version: 3 });
});
