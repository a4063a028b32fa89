import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { serve, show } from '../../../testing/show.tsx';
import { Announcer } from '../../../ui/feedback/announcer.tsx';
import { ImportDialog } from './import-dialog.tsx';

it('deletes the imported dashboard by Undo', async () => {
  const asked = serve({
    'POST /api/dashboards/import': () =>
      Response.json({
        dashboard: { id: '9', name: 'Night shift', cardCount: 3 },
        createdQueries: [],
        missing: [],
      }),
    'DELETE /api/dashboards/9': () => new Response(null, { status: 204 }),
  });
  show(
    <>
      <Announcer />
      <ImportDialog onClose={() => {}} />
    </>,
    '/dashboards',
    '/dashboards',
  );
  const file = new File(['{}'], 'night-shift.json', { type: 'application/json' });
  fireEvent.change(screen.getByLabelText('File of an exported dashboard'), { target: { files: [file] } });
  await screen.findByText('Night shift was added with 3 cards.');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await screen.findByText('Undone.');
  expect(asked.map(({ call }) => call)).toEqual(['POST /api/dashboards/import', 'DELETE /api/dashboards/9']);
});
