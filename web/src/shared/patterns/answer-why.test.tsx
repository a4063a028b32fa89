import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerExplanation } from '@twinward/contracts/protections/pattern-answer';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { SessionContext } from '../session/session-context.tsx';
import { contributionText } from './answer-inputs.tsx';
import { AnswerWhy } from './answer-why.tsx';

const patterns = [
  { id: 7, name: 'No match', default: true, color: '#9E9E9E' },
  { id: 8, name: 'Leak', default: false, color: '#1E88E5' },
  { id: 9, name: 'Wear', default: false, color: '#F4511E' },
];
const start = '2024-05-01T10:00:00.000Z';
const explanation: AnswerExplanation = {
  indicatorPatternId: 3,
  version: 2,
  time: '2024-05-01T10:20:00.000Z',
  patternId: 8,
  reason: null,
  refused: false,
  namedPatternId: 8,
  confidences: [
    { patternId: 8, confidence: 0.81 },
    { patternId: 7, confidence: 0.19 },
  ],
  inputs: [
    {
      tagAliasName: 'Flow',
      unit: null,
      value: 10,
      contribution: 0.42,
      band: { low: 9, high: 11 },
      normal: { low: 49, high: 51 },
    },
    {
      tagAliasName: 'Vibration',
      unit: null,
      value: null,
      contribution: -0.02,
      band: null,
      normal: { low: 0.5, high: 1.5 },
    },
  ],
  span: { start, end: null },
};

function show(recordTypes: readonly string[], explained = explanation) {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') asked.push({ call: `${method} ${address}`, body: JSON.parse(String(body)) });
    const isWhy = address.includes('/answers/why');
    return new Response(JSON.stringify(isWhy ? explained : address.includes('/uom/') ? [] : { units: {} }));
  });
  const user = { isAdmin: false, assignedGroups: ['VIEWERS'], assignedRecordTypes: recordTypes };
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  render(
    <MemoryRouter>
      <SessionContext value={{ user } as never}>
        <QueryClientProvider client={createQueryClient()}>
          <AnswerWhy protectionId={1} patterns={patterns} time={Date.parse(start) + 1_230_000} isJudged />
        </QueryClientProvider>
      </SessionContext>
    </MemoryRouter>,
  );
  return asked;
}

it('shows the confidence of each pattern, and each input with its bands', async () => {
  show([]);
  const confidences = await screen.findByRole('list', { name: 'Confidence of each pattern' });
  expect(within(confidences).getAllByRole('listitem')[0]!.textContent).toBe('Leak81 %');
  // The colour identifies the pattern, also in forced colours mode.
  expect(confidences.querySelectorAll('[data-swatch][style*="width: 81%"]')).toHaveLength(1);
  const text = screen.getByRole('table', { name: 'Inputs of the answer' }).textContent;
  expect(text).toContain('9 to 11');
  expect(text).toContain('49 to 51');
  expect(text).toContain('+42 %');
  expect(text).toContain('missing');
  expect(screen.queryByRole('button', { name: 'Right' })).toBeNull();
});

it('marks an answer as wrong, with the actual pattern', async () => {
  const asked = show(['protection']);
  await userEvent.click(await screen.findByRole('button', { name: 'Wrong' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Actual pattern' }), 'Wear');
  await userEvent.click(screen.getByRole('button', { name: 'Add range' }));
  expect(await screen.findByText(/Range added\./)).toBeDefined();
  expect(asked).toEqual([
    {
      call: 'POST /api/indicator-patterns/3/feedback',
      body: { start, end: explanation.time, answerId: 8, verdict: 'wrong', patternId: 9 },
    },
  ]);
});

it('explains a missing answer', async () => {
  show(['protection'], {
    ...explanation,
    patternId: null,
    namedPatternId: null,
    reason: 'window',
    confidences: [],
    span: null,
  });
  expect(await screen.findByText(/the longest window of the model is not full yet/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Right' })).toBeNull();
});

it.each([
  [0.42, '+42 %'],
  [-0.021, '−2 %'],
  [0.001, '0 %'],
])('formats a contribution of %s as %s', (contribution, text) => {
  expect(contributionText(contribution)).toBe(text);
});
