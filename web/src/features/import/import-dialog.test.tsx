import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Command } from '@twinward/contracts/core/command';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { createSession, viewer } from '../../testing/show.tsx';
import { TimeZoneProvider } from '../../ui/format/time-zone.ts';
import { ImportDialog } from './import-dialog.tsx';
import { clearUpload } from './upload-state.ts';

const commandId = '0b6c1a52-58ee-4a52-9a57-0f7a1a2b3c4d';
const command = (change: Partial<Command>): Command => ({
  commandId,
  type: 'import-data-points',
  targetType: 'file',
  targetId: 'new.csv',
  targetName: 'new.csv',
  status: 'running',
  percent: 40,
  createdBy: 'ada',
  createdAt: new Date().toISOString(),
  startedAt: null,
  finishedAt: null,
  error: null,
  result: null,
  ...change,
});

const units = [{ code: 'Cel', name: 'degree Celsius', abbreviation: '°C', categoryId: 1 }];

let answers: Record<string, unknown>;
let totals: Record<string, number>;
let asked: string[];

beforeEach(() => {
  asked = [];
  totals = {};
  answers = {
    'POST /api/commands/filters': [],
    [`GET /api/commands/${commandId}`]: command({}),
    'POST /api/tags/filters': [],
    'GET /api/uom/units': units,
  };
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const key = `${method} ${address.split('?')[0]}`;
    asked.push(`${method} ${address}`);
    const answer = await answers[key];
    return new Response(JSON.stringify(answer ?? { message: `No answer to ${key}` }), {
      status: answer === undefined ? 404 : 200,
      headers: { 'x-paging-total-records': String(totals[key] ?? 0) },
    });
  });
});
afterEach(() => clearUpload());

/** A server that accepts uploads and responds on demand. */
class UploadRequest {
  static sent: { request: UploadRequest; form: FormData }[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    UploadRequest.sent.push({ request: this, form });
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

function open({ tagId = null, twinId = null }: { tagId?: number | null; twinId?: number | null } = {}) {
  UploadRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  const onClose = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={createSession({ ...viewer, assignedRecordTypes: ['tag', 'asset', 'twin'] })}>
        <TimeZoneProvider value="Europe/Berlin">
          <MemoryRouter>
            <Address />
            <ImportDialog tagId={tagId} twinId={twinId} onClose={onClose} />
          </MemoryRouter>
        </TimeZoneProvider>
      </SessionContext>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose, unmount };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

/** The fields of the only upload, without the file and with parsed JSON. */
const sentFields = (): Record<string, unknown> =>
  Object.fromEntries(
    [...UploadRequest.sent[0]!.form]
      .slice(0, -1)
      .map(([name, value]) => [name, /^[[{]/.test(String(value)) ? JSON.parse(String(value)) : value]),
  );

const choose = (user: ReturnType<typeof userEvent.setup>, text: string, name = 'new.csv') =>
  user.upload(screen.getByLabelText('File of points'), new File([text], name));
const long = 'tag,time,value\nP-101,2024-01-01 10:00,1\nP-101,2024-01-01 10:05,2\n';

describe('choosing a file', () => {
  it('shows the first rows, and the time zone of the user', async () => {
    const { user } = open();
    await choose(user, long);
    const table = await screen.findByRole('table', { name: 'First rows' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['tagtimevalue', 'P-1012024-01-01 10:001', 'P-1012024-01-01 10:052']);
    expect(screen.getByText('Rows of tag, time and value.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Time zone').value).toBe('Europe/Berlin');
    expect(screen.queryByLabelText('Tag')).toBeNull();
  });

  it('requires a file, a tag for data of an existing one, and the order of ambiguous dates', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(screen.getByText('Please choose a file.')).toBeTruthy();
    await choose(user, 'time,value\n02/03/2024 10:00,1\n');
    await screen.findByText('Rows of time and value, of one signal.');
    expect(screen.getByText('02/03/2024 can be read in two ways.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Match of value'), 'Existing tag');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(UploadRequest.sent).toHaveLength(0);
  });

  it('shows an error if the columns are not recognized', async () => {
    const { user } = open();
    await choose(user, 'just some words\nand more\n');
    expect(await screen.findByText('No columns were found in the first rows.')).toBeTruthy();
  });

  it('imports the latest chosen file, even if the server finishes reading an earlier one later', async () => {
    let answerHead: (head: object) => void = () => {};
    answers['POST /api/imports/head'] = new Promise((resolve) => {
      answerHead = resolve;
    });
    const { user } = open();
    await choose(user, 'PK', 'earlier.xlsx');
    await choose(user, long);
    await screen.findByText('Rows of tag, time and value.');
    answerHead({ header: ['time', 'Level'], rows: [['2024-01-01T10:00:00', '1']], epochDay: 25_569 });
    await user.click(screen.getByRole('button', { name: 'Set columns and number format' }));
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(UploadRequest.sent[0]!.form.get('file')).toMatchObject({ name: 'new.csv' });
    expect(sentFields()).toMatchObject({ signals: [{ name: 'P-101' }] });
  });

  it('lists recent imports, and opens one', async () => {
    answers['POST /api/commands/filters'] = [command({})];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'new.csv' }));
    expect(await screen.findByText('Importing new.csv: 40 %')).toBeTruthy();
  });
});

describe('an ambiguous file', () => {
  const table = 'Point\tWhen\tReading\tCode\nP-101\t2024-01-01 10:00\t1,000\t0\n';

  it('requires columns, decimal sign and the meaning of quality 0, and sends the choices', async () => {
    const { user } = open();
    await choose(user, table);
    await screen.findByText(/There is no column for the time/);
    const columns = { Tag: 'Point', Time: 'When', Value: 'Reading', Quality: 'Code' };
    for (const [role, heading] of Object.entries(columns))
      await user.selectOptions(screen.getByLabelText(`${role} column`), heading);
    expect(await screen.findByText('Rows of tag, time and value.')).toBeTruthy();
    expect(screen.getByText('1,000 can be read in two ways.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(UploadRequest.sent).toHaveLength(0);
    await user.selectOptions(screen.getByLabelText('Decimal sign'), ',');
    await user.selectOptions(screen.getByLabelText('Quality 0 means'), 'good');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toEqual({
      timeZone: 'Europe/Berlin',
      dateOrder: 'ymd',
      decimalSign: ',',
      zeroQuality: 'good',
      signals: [{ name: 'P-101', tag: { name: 'P-101', unit: null }, input: 'P-101' }],
      target: { type: 'new', assetName: 'new', uniqueId: 'new' },
      tagColumn: 'Point',
      timeColumn: 'When',
      valueColumn: 'Reading',
      qualityColumn: 'Code',
    });
  });

  it('offers the meaning of quality 0 even if the first rows have no quality', async () => {
    const { user } = open();
    await choose(user, 'tag,time,value,quality\nP-101,2024-01-01 10:00,1,\n');
    await screen.findByText('Rows of tag, time and value.');
    expect(screen.queryByLabelText('Quality 0 means')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Set columns and number format' }));
    await user.selectOptions(screen.getByLabelText('Quality 0 means'), 'bad');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toMatchObject({ zeroQuality: 'bad' });
  });

  it('does not require the meaning of quality 0 without a column of qualities', async () => {
    const { user } = open();
    await choose(user, long);
    await user.click(await screen.findByRole('button', { name: 'Set columns and number format' }));
    expect(screen.getByLabelText('Decimal sign')).toBeTruthy();
    expect(screen.queryByLabelText('Quality 0 means')).toBeNull();
  });

  it('requires headings if it is a workbook whose first rows can’t be read', async () => {
    const { user } = open();
    await choose(user, 'PK', 'new.xlsx');
    await user.click(await screen.findByRole('button', { name: 'Set columns and number format' }));
    await user.type(screen.getByLabelText('Time column'), 'When');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect([...UploadRequest.sent[0]!.form.keys()]).toEqual(['timeZone', 'dateOrder', 'timeColumn', 'file']);
  });
});

describe('the signals of a file', () => {
  const wide =
    'time,Temp (°C),Flow,Note\n2024-01-01 10:00,71.5,12,ok\n2024-01-01 10:01,72.5,13,ok\n2024-01-01 10:02,';

  it('become new tags with units, or match tags by name; text columns are skipped', async () => {
    answers['POST /api/tags/filters'] = [{ id: 8, name: 'Flow' }];
    const { user } = open();
    await choose(user, wide, 'pump_7.csv');
    const signals = await screen.findByRole('region', { name: 'Signals' });
    await waitFor(() =>
      expect(within(signals).getByLabelText<HTMLInputElement>('Tag of Flow').value).toBe('Flow'),
    );
    const value = (label: string) => within(signals).getByLabelText<HTMLInputElement>(label).value;
    expect(value('Name of the tag of Temp (°C)')).toBe('pump 7 Temp');
    expect(value('Unit of Temp (°C)')).toBe('Cel');
    expect(value('Match of Note')).toBe('skip');
    expect(within(signals).getByRole('img', { name: 'First rows of Flow' })).toBeTruthy();
    expect(signals.textContent).toContain(
      'The first rows are from 2024-01-01 10:00 AM to 2024-01-01 10:01 AM in your time zone.',
    );
    expect(
      screen.getByText(
        'Creates the asset pump 7 and its twin. Creates 1 tag. Maps 2 inputs of the twin. Imports the points of 2 signals. Skips 1 signal.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toMatchObject({
      signals: [
        { name: 'Temp (°C)', tag: { name: 'pump 7 Temp', unit: 'Cel' }, input: 'Temp' },
        { name: 'Flow', tagId: 8, input: 'Flow' },
        { name: 'Note' },
      ],
      target: { type: 'new', assetName: 'pump 7', uniqueId: 'pump-7' },
    });
  });

  it('of a workbook are read from its first rows by the server', async () => {
    answers['POST /api/imports/head'] = {
      header: ['time', 'Level'],
      rows: [['2024-01-01T10:00:00', '1']],
      epochDay: 25_569,
    };
    const { user } = open();
    await choose(user, 'PK', 'tank.xlsx');
    expect(await screen.findByLabelText('Match of Level')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Belongs to'), 'No asset');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toEqual({
      timeZone: 'Europe/Berlin',
      dateOrder: 'ymd',
      signals: [{ name: 'Level', tag: { name: 'Level', unit: null }, input: 'Level' }],
    });
  });

  it('of a long file are its tag names, even with line breaks in cells', async () => {
    const { user } = open();
    await choose(
      user,
      '"Tag\nname",time,value,note\nP-101,2024-01-01 10:00,1,"one\ntwo, three"\nP-102,2024-01-01 10:00,2,',
    );
    const signals = await screen.findByRole('region', { name: 'Signals' });
    await waitFor(() => expect(within(signals).getByLabelText('Match of P-102')).toBeTruthy());
    expect(
      within(signals)
        .getAllByRole('combobox')
        .map((field) => field.getAttribute('aria-label'))
        .filter((label) => label?.startsWith('Match of')),
    ).toEqual(['Match of P-101', 'Match of P-102']);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toMatchObject({ signals: [{ name: 'P-101' }, { name: 'P-102' }] });
  });

  it.each([
    [
      'columns',
      `time,${Array.from({ length: 1002 }, (_, place) => `S${place}`).join(',')}\n2024-01-01${',1'.repeat(1002)}\n`,
    ],
    [
      'rows',
      `tag,time,value\n${Array.from({ length: 1002 }, (_, place) => `S${place},2024-01-01,1\n`).join('')}`,
    ],
  ])('are limited to a thousand, with a note: in %s', async (_, text) => {
    const { user } = open();
    await choose(user, text);
    const plan = await screen.findByRole('region', { name: 'What will happen' });
    await waitFor(() =>
      expect(plan.textContent).toContain(
        'Imports the points of 1000 signals. The file has more than 1,000 signals. Points of the other signals go to tags with the same name; without such a tag they are refused.',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields().signals).toHaveLength(1000);
  });

  it('are matched to the inputs of the current twin', async () => {
    answers['GET /api/twins/3'] = { id: 3, assetName: 'Pump 7' };
    answers['GET /api/twins/3/tag-aliases'] = [{ name: 'temp', mappedTagId: 5, mappedTagName: 'TI-5' }];
    const { user } = open({ twinId: 3 });
    await choose(user, wide);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Tag of Temp (°C)').value).toBe('TI-5'),
    );
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Name of the tag of Flow').value).toBe('Pump 7 Flow'),
    );
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(sentFields()).toMatchObject({ target: { type: 'twin', twinId: 3 } });
  });

  it('are charted after the import', async () => {
    const { user } = open();
    await choose(user, wide);
    answers[`GET /api/commands/${commandId}`] = command({
      status: 'done',
      result: { rows: 2, stored: 4, refused: 0, repeatedHours: [], tagIds: [4, 6], twinId: 3 },
    });
    await user.click(screen.getByRole('button', { name: 'Import' }));
    UploadRequest.sent[0]?.request.answer(202, { commandId });
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toBe('/apps/twins/3/tags/4/explore?with=6'),
    );
  });
});

describe('uploading', () => {
  it('sends the fields before the file, and shows its progress', async () => {
    answers['GET /api/tags/7'] = { id: 7, name: 'TI-7' };
    const { user } = open({ tagId: 7 });
    await choose(user, 'time,value\n14/03/2024 10:00,1\n');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Tag of value').value).toBe('TI-7'));
    await user.click(screen.getByRole('button', { name: 'Import' }));
    const { request, form } = UploadRequest.sent[0]!;
    expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
      ['timeZone', 'Europe/Berlin'],
      ['dateOrder', 'dmy'],
      ['signals', '[{"name":"value","tagId":7,"input":"new"}]'],
      ['file', 'new.csv'],
    ]);
    request.upload.onprogress?.({ loaded: 25, total: 100 });
    expect(await screen.findByText('Sending new.csv: 25 %')).toBeTruthy();
    request.answer(202, { commandId });
    expect(await screen.findByText('Importing new.csv: 40 %')).toBeTruthy();
  });

  it('preserves the choices when the upload fails', async () => {
    const { user } = open();
    await choose(user, long);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    UploadRequest.sent[0]?.request.answer(400, { title: 'Invalid file', message: 'The file is empty.' });
    expect(await screen.findByText('The file is empty.')).toBeTruthy();
    expect(screen.getByText(/^new\.csv, /)).toBeTruthy();
  });

  it('clears the error of a failed upload when closed', async () => {
    const { user, unmount } = open();
    await choose(user, long);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    UploadRequest.sent[0]?.request.answer(400, { title: 'Invalid file', message: 'The file is empty.' });
    await screen.findByText('The file is empty.');
    unmount();
    open();
    expect(await screen.findByText('Choose a file, or drop it here')).toBeTruthy();
    expect(screen.queryByText('The file is empty.')).toBeNull();
  });

  it('clears a failed import when closed', async () => {
    const { user, unmount } = open();
    await choose(user, long);
    answers[`GET /api/commands/${commandId}`] = command({ status: 'error', error: 'The file has no rows.' });
    await user.click(screen.getByRole('button', { name: 'Import' }));
    UploadRequest.sent[0]?.request.answer(202, { commandId });
    await screen.findByText('The file has no rows.');
    unmount();
    open();
    expect(await screen.findByText('Choose a file, or drop it here')).toBeTruthy();
    expect(screen.queryByText('The file has no rows.')).toBeNull();
  });

  it('returns to the form when canceled', async () => {
    const { user } = open();
    await choose(user, long);
    await user.click(screen.getByRole('button', { name: 'Import' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Import' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the result', () => {
  const show = async (change: Partial<Command>) => {
    answers[`GET /api/commands/${commandId}`] = command(change);
    answers['POST /api/commands/filters'] = [command(change)];
    const opened = open();
    await opened.user.click(await screen.findByRole('button', { name: 'new.csv' }));
    return opened;
  };

  it('counts the rows, and lists rejected ones in pages', async () => {
    const refused = `GET /api/imports/${commandId}/refused`;
    answers[refused] = [{ line: 3, reason: "'abc' is not a number." }];
    totals[refused] = 11;
    const { user } = await show({
      status: 'done',
      percent: 100,
      result: { rows: 22_706, stored: 22_683, replaced: 0, duplicate: 12, early: 0, refused: 11 },
    });
    expect(await screen.findByText('new.csv is imported.')).toBeTruthy();
    const counts = ['Rows', 'Stored', 'Updated', 'Duplicate', 'Refused'].map(
      (label) => screen.getByText(label).nextSibling?.textContent,
    );
    expect(counts).toEqual(['22,706', '22,683', '0', '12', '11']);
    expect(await screen.findByText("'abc' is not a number.")).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() =>
      expect(asked).toContain(`GET /api/imports/${commandId}/refused?page-number=2&page-size=10`),
    );
  });

  it('lists local times that occurred twice', async () => {
    const hour = { from: '2023-10-29T02:00:00', until: '2023-10-29T03:00:00' };
    await show({
      status: 'done',
      result: {
        rows: 9,
        stored: 9,
        replaced: 0,
        duplicate: 0,
        early: 0,
        refused: 0,
        repeatedHours: [{ ...hour, tags: 3, undecided: 1 }],
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Clocks showed 2023-10-29 02:00 to 03:00 twice. For 2 tags, the file has rows for both times; they are assigned by their order. For 1 tag, the file has rows for one time only; they are read as the first time.',
    );
  });

  it('shows why it failed', async () => {
    await show({ status: 'error', error: 'The file has no rows.' });
    expect(await screen.findByText('The file has no rows.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New import' })).toBeTruthy();
  });

  it('can be canceled', async () => {
    answers[`POST /api/commands/${commandId}/cancel`] = command({ status: 'canceled' });
    const { user } = await show({});
    await user.click(await screen.findByRole('button', { name: 'Cancel import' }));
    expect(
      await screen.findByText(
        'The import of new.csv was canceled. Points that were already stored are kept.',
      ),
    ).toBeTruthy();
  });

  it('does not cancel the import when the dialog is closed', async () => {
    const { user, onClose } = await show({});
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(asked.some((call) => call.includes('cancel'))).toBe(false);
  });
});
