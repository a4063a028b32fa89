import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ValueLine, ValueSummary } from '@twinward/contracts/questions/value-ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import { ValueSection } from '../../shared/value/value-section.tsx';
import { type Answers, serve, show, viewer } from '../../testing/show.tsx';
import { ValueLedgerPage } from './value-ledger-page.tsx';

const sums: ValueSummary['total'] = {
  advisories: 3,
  approved: 1,
  falseAlarms: 1,
  avoided: { low: 20_000, high: 50_000 },
  cost: 1500,
  falseAlarmCost: 300,
  net: { low: 18_200, high: 48_200 },
};
const summary: ValueSummary = {
  from: null,
  to: null,
  total: sums,
  rules: [{ id: 4, name: 'Bearing heat', ...sums }],
  classes: [{ id: null, name: 'No taxonomy', ...sums }],
  models: [{ id: 2, name: 'Centrifugal pump', ...sums }],
  months: [{ month: '2024-03', ...sums }],
};
const line: ValueLine = {
  advisoryId: 9,
  name: 'Hot bearing',
  twinId: 5,
  assetName: 'Pump 1',
  outcome: 'prevented',
  closedAt: '2024-03-02T10:00:00.000Z',
  protection: { id: 4, name: 'Bearing heat' },
  className: null,
  isApproved: false,
  failureCost: null,
  cost: null,
  value: null,
  note: '',
  approvedBy: null,
  approvedAt: null,
  proposal: {
    failureCost: { low: 20_000, high: 50_000 },
    cost: null,
    sources: [{ kind: 'failure-mode', id: 1, name: 'Seizes', amount: 50_000 }],
  },
  version: 0,
};

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/value-ledger/summary': () => Response.json(summary),
    'POST /api/value-ledger/filters': () =>
      Response.json([line], { headers: { 'x-paging-total-records': '1' } }),
    'GET /api/value-ledger/9': () => Response.json(line),
    'PUT /api/value-ledger/9': () => Response.json({ ...line, isApproved: true }),
  };
});
const writer = { ...viewer, assignedRecordTypes: ['advisory'] };
const path = '/apps/value-ledger';

describe('the value ledger', () => {
  it('shows the sums, and each row with its proposed value and an explanation', async () => {
    serve(answers);
    show(<ValueLedgerPage />, path, path);
    const net = await screen.findByRole('group', { name: 'Net value' });
    expect(net.textContent).toBe('Net value$18,200 to $48,2001 of 3 closed advisories approved');
    const models = screen.getByRole('table', { name: 'By model' });
    expect(models.textContent).toContain('Centrifugal pump');
    const table = await screen.findByRole('table', { name: 'Closed advisories' });
    expect(within(table).getByTitle('Proposed, not approved').textContent).toBe('$20,000 to $50,000?');
    await userEvent.click(within(table).getByRole('button', { name: 'Why the value of Hot bearing' }));
    const why = await screen.findByRole('dialog');
    expect(why.textContent).toContain('Consequence of the failure mode: Seizes$50,000');
  });

  it('sends the filters of the URL to the server', async () => {
    const asked = serve(answers);
    show(<ValueLedgerPage />, path, `${path}?approval=open&outcome=prevented&search=bear`);
    await screen.findByRole('table', { name: 'Closed advisories' });
    expect(asked.find(({ call }) => call === 'POST /api/value-ledger/filters')!.body).toMatchObject({
      filters: [
        { operator: 'GroupOr' },
        { field: 'Outcome', value: 'prevented' },
        { field: 'Approved', value: false },
      ],
    });
  });

  it('offers no approval to users who may only view', async () => {
    serve(answers);
    show(<ValueLedgerPage />, path, path);
    await screen.findByRole('table', { name: 'Closed advisories' });
    expect(screen.queryByRole('button', { name: 'Actions for Hot bearing' })).toBeNull();
  });
});

describe('the value of an advisory', () => {
  it('is approved starting from the proposal', async () => {
    const asked = serve(answers);
    show(<ValueSection twinId={5} advisoryId={9} />, '/', '/', writer);
    await userEvent.click(await screen.findByRole('button', { name: 'Approve value' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^At least/).value).toBe('20,000');
    const most = within(dialog).getByLabelText(/^At most/);
    await userEvent.clear(most);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve value' }));
    expect(await within(dialog).findByText('Required.')).toBeTruthy();
    await userEvent.type(most, '10000');
    expect(await within(dialog).findByText('Please enter at least the lower amount.')).toBeTruthy();
    await userEvent.clear(most);
    await userEvent.type(most, '60000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve value' }));
    await waitFor(() =>
      expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
        failureCost: { low: 20_000, high: 60_000 },
        cost: 0,
        note: '',
        version: 0,
      }),
    );
  });

  it('has no failure cost for a false alarm', async () => {
    const alarm: ValueLine = {
      ...line,
      outcome: 'false-alarm',
      proposal: { failureCost: null, cost: 300, sources: [] },
    };
    serve({ 'GET /api/value-ledger/9': () => Response.json(alarm) });
    show(<ValueSection twinId={5} advisoryId={9} />, '/', '/', writer);
    await userEvent.click(await screen.findByRole('button', { name: 'Approve value' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByLabelText(/^At least/)).toBeNull();
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Cost of the advisory/).value).toBe('300');
  });
});
