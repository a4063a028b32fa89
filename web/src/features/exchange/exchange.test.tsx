import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Exchange, PackageCheck } from '@twinward/contracts/library/package';
import { expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { ExchangePage } from './exchange-page.tsx';

const commandId = '00000000-0000-4000-8000-000000000001';
const exchange: Exchange = {
  publicKey: 'THE+KEY=',
  kinds: [
    { kind: 'list', caption: 'Lists', count: 7, mayUse: true },
    { kind: 'tag', caption: 'Tags', count: 0, mayUse: true },
    { kind: 'group', caption: 'Groups', count: 0, mayUse: false },
  ],
};
const imported = {
  id: 4,
  fileName: 'plant.zip',
  source: 'test',
  publicKey: null,
  created: 3,
  updated: 1,
  importedAt: '2026-03-01T10:00:00.000Z',
  importedBy: 'ada',
  rolledBackAt: null,
  rolledBackBy: null,
};
const command = (result: unknown) => () =>
  Response.json({
    commandId,
    type: 'check-package',
    targetType: 'exchange',
    targetId: 'demo',
    targetName: 'a.zip',
    status: 'done',
    percent: 100,
    createdBy: 'ada',
    createdAt: imported.importedAt,
    error: null,
    startedAt: imported.importedAt,
    finishedAt: imported.importedAt,
    result,
  });
const check: PackageCheck = {
  fileName: 'a.zip',
  source: 'test',
  createdAt: imported.importedAt,
  productVersion: '1.0.0.0',
  signature: 'none',
  publicKey: null,
  problems: [],
  missingUsers: ['bob'],
  leftOut: [],
  counts: { create: 1, update: 1, skip: 5, conflict: 1 },
};
const row = (key: string, action: string, more: object = {}) => ({
  kind: 'list',
  key,
  action,
  differences: [],
  message: null,
  ...more,
});

const path = '/settings/exchange';
const open = (more: Answers = {}, address = path) => {
  const asked = serve({
    'GET /api/exchange': () => Response.json(exchange),
    'GET /api/exchange/imports': () => page([imported]),
    ...more,
  });
  show(<ExchangePage />, path, address, { ...viewer, isAdmin: true });
  return asked;
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function upload(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Import a package' }));
  const file = new File(['x'], 'a.zip', { type: 'application/zip' });
  await userEvent.upload(await screen.findByLabelText('Package'), file);
}

it('shows the key and the imports, and rolls one back', async () => {
  const asked = open({
    'POST /api/exchange/imports/4/roll-back': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: command({ restored: 1, deleted: 3 }),
  });
  expect(await screen.findByText('THE+KEY=')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for plant.zip' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Roll back' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Roll back' }),
  );
  expect(await screen.findByText('1 restored, 3 deleted.')).toBeTruthy();
  expect(asked.some(({ call }) => call === 'POST /api/exchange/imports/4/roll-back')).toBe(true);
});

it.each(['export', 'import'])('opens the dialog in the URL: %s', async (dialog) => {
  open({}, `${path}?package=${dialog}`);
  const name = dialog === 'export' ? 'Export a package' : 'Import a package';
  const opened = within(await screen.findByRole('dialog', { name }));
  await userEvent.click(opened.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('requires decisions on trust, conflicts and users before it imports', async () => {
  const asked = open({
    'POST /api/exchange/checks': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: command(check),
    [`GET /api/exchange/checks/${commandId}/rows`]: () =>
      page([row('BAD', 'conflict', { message: 'There is no such thing.' })]),
    [`POST /api/exchange/checks/${commandId}/import`]: () =>
      Response.json({ id: 'conflict', message: 'No.' }, { status: 409 }),
  });
  await upload();
  expect(await screen.findByText('There is no such thing.')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Import 2 records' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('I trust this package. It is not signed.'));
  await userEvent.click(screen.getByLabelText('Skip conflicts (1)'));
  expect(button.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('Skip users that do not exist in this database: bob'));
  await userEvent.click(screen.getByLabelText('Put trained patterns of new twins into service'));
  await userEvent.click(button);
  await waitFor(() =>
    expect(asked.find(({ call }) => call.endsWith('/import'))?.body).toEqual({
      trust: true,
      leaveOutConflicts: true,
      leaveOutUsers: true,
      startPatterns: true,
    }),
  );
  expect(await screen.findByText('No.')).toBeTruthy();
});

it('shows which records the package omits, and why', async () => {
  open({
    'POST /api/exchange/checks': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: command({
      ...check,
      leftOut: [{ kind: 'link', key: 'cause: Leak → Look', reason: 'Packages hold no advisories.' }],
    }),
  });
  await upload();
  expect(await screen.findByText('1 record was left out.')).toBeTruthy();
  expect(screen.getByText('link cause: Leak → Look: Packages hold no advisories.')).toBeTruthy();
});

it('lists the problems of a package that cannot be imported', async () => {
  const place = 'list.json, record 2';
  open({
    'POST /api/exchange/checks': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: command({
      ...check,
      problems: [{ place, message: 'It comes twice.' }],
      counts: { create: 0, update: 0, skip: 0, conflict: 0 },
    }),
  });
  await upload();
  expect(await screen.findByText(place)).toBeTruthy();
  expect(screen.getByText('It comes twice.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
});

it('exports the chosen kinds, and shows dependencies that were included', async () => {
  const asked = open({
    'POST /api/exchange/exports': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: command({
      fileName: 'demo.zip',
      kinds: [{ kind: 'list', caption: 'Lists', chosen: 7, added: 1 }],
      added: [{ kind: 'list', key: 'AREAS', neededBy: 'record-type finding' }],
      leftOut: [],
    }),
  });
  await screen.findByText('THE+KEY=');
  await press('Export a package');
  expect(screen.queryByLabelText(/^Tags/)).toBeNull();
  await userEvent.selectOptions(await screen.findByLabelText('Lists (7)'), 'all');
  await press('Export');
  expect(await screen.findByText('record-type finding')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download demo.zip' })).toBeTruthy();
  expect(asked.find(({ call }) => call === 'POST /api/exchange/exports')?.body).toEqual({
    selection: [{ kind: 'list', keys: null }],
  });
});
