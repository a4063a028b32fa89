import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LinkCandidate, LinkedRecord, LinkPanel } from '@twinward/contracts/records/link';
import { expect, it } from 'vitest';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { RelatedRecords } from './related-records.tsx';

const panel: LinkPanel = {
  relationship: 'feeds',
  side: 'from',
  caption: 'Feeds',
  type: 'asset',
  cardinality: 'many-many',
  takesOne: false,
  onDelete: 'unlink',
  standard: false,
  count: 1,
  canWrite: true,
};
const boiler: LinkedRecord = {
  type: 'asset',
  id: 8,
  title: '<b>Boiler</b>',
  detail: 'B-8',
  twinId: 3,
  assetId: 8,
  linkId: 21,
  linkedAt: '2026-01-02T03:04:05.000Z',
};
const candidate = (id: number, title: string, takenBy: string | null = null): LinkCandidate => ({
  type: 'asset',
  id,
  title,
  detail: `U-${id}`,
  twinId: null,
  assetId: id,
  takenBy,
});
const records = 'POST /api/links/asset/7/feeds/from/filters';
const open = (answers: Answers = {}, panels: LinkPanel[] = [panel]) => {
  const asked = serve({
    'GET /api/links/asset/7': () => Response.json(panels),
    [records]: () => page([boiler]),
    'POST /api/links/asset/7/feeds/from/candidates/filters': () =>
      page([candidate(9, 'Tank'), candidate(10, 'Mixer', 'Other pump')]),
    ...answers,
  });
  show(<RelatedRecords type="asset" id={7} />, '/', '/');
  return asked;
};

it('shows linked records, each with a link to its page', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Feeds' });
  const link = within(table).getByRole('link', { name: '<b>Boiler</b>' });
  expect(link.getAttribute('href')).toBe('/apps/twins/3/asset');
});

it('links records found by search, and excludes linked ones', async () => {
  const asked = open({ 'POST /api/links': () => Response.json([], { status: 201 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Link to Feeds' }));
  const dialog = await screen.findByRole('dialog', { name: 'Link to Feeds' });
  expect(await within(dialog).findByText('Linked to Other pump')).toBeTruthy();
  expect(within(dialog).getAllByRole<HTMLInputElement>('checkbox')[1]!.disabled).toBe(true);
  await userEvent.type(within(dialog).getByRole('searchbox'), 'ta');
  await userEvent.click(within(dialog).getAllByRole('checkbox')[0]!);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Link' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ call }) => call === 'POST /api/links')?.body).toEqual({
    relationship: 'feeds',
    links: [{ fromId: 7, toId: 9 }],
  });
});

it('unlinks after confirmation, and shows the error', async () => {
  const message = 'You do not have sufficient privileges to access this page.';
  const asked = open({ 'POST /api/links/remove': () => Response.json({ message }, { status: 403 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for <b>Boiler</b>' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(asked.find(({ call }) => call === 'POST /api/links/remove')?.body).toEqual({ ids: [21] });
});

it('offers no second link if only one is allowed, and no changes to viewers', async () => {
  open({}, [{ ...panel, takesOne: true }]);
  await screen.findByRole('table', { name: 'Feeds' });
  expect(screen.queryByRole('button', { name: 'Link to Feeds' })).toBeNull();
});

it('omits the standard relationship', async () => {
  open({}, [
    { ...panel, standard: true, caption: 'Contains' },
    { ...panel, canWrite: false },
  ]);
  await screen.findByRole('table', { name: 'Feeds' });
  expect(screen.queryByText('Contains')).toBeNull();
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
});
