import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { carryOutTogether, type PlannedRow } from './carry-out.ts';

const row = (line: number): PlannedRow => ({ line, action: 'create', message: null });
const refusal = (what: string) => new AppError('conflict', what);

/** The committed transactions: their rows with actions and messages. */
let committed: string[][];
let undone: number[][];
/** Lines whose planning or writing is refused; `planTogether` only if planned with others. */
let refused: { plan?: number; planTogether?: number; apply?: number; fault?: number };

beforeEach(() => {
  committed = [];
  undone = [];
  refused = {};
});

const carryOut = (lines: readonly number[]) =>
  carryOutTogether({ transaction: (write) => write({} as Db) }, lines, {
    async plan(_, sources) {
      if (sources.includes(refused.plan!)) throw refusal('plan');
      if (sources.length > 1 && sources.includes(refused.planTogether!)) throw refusal('together');
      return sources.map(row);
    },
    async apply(_, rows) {
      if (rows.some(({ line }) => line === refused.fault)) throw new Error('a fault');
      if (rows.some(({ line }) => line === refused.apply)) throw refusal('taken');
    },
    recordResults: async (_, planned) =>
      planned.map(({ line, action, message }) => `${line} ${action} ${message ?? ''}`.trim()),
    committed: (noted) => void committed.push(noted),
    undone: (rows) => void undone.push(rows.map(({ line }) => line)),
  });

describe('rows that are carried out together', () => {
  it('are written in one transaction', async () => {
    await carryOut([1, 2, 3]);
    expect([committed, undone]).toEqual([[['1 create', '2 create', '3 create']], []]);
  });

  it('are retried alone after a refusal; the refused row is recorded as an error', async () => {
    refused = { apply: 2 };
    await carryOut([1, 2, 3]);
    expect(committed).toEqual([['1 create'], ['2 error taken'], ['3 create']]);
    expect(undone).toEqual([[1, 2, 3], [2]]);
  });

  it('are planned alone after their plan was refused', async () => {
    refused = { planTogether: 2 };
    await carryOut([1, 2, 3]);
    expect(committed).toEqual([['1 create'], ['2 create'], ['3 create']]);
    expect(undone).toEqual([[]]);
  });

  it('stop at a row whose plan is refused, after the previous rows were written', async () => {
    refused = { plan: 2 };
    await expect(carryOut([1, 2, 3])).rejects.toThrow(refusal('plan'));
    expect(committed).toEqual([['1 create']]);
  });

  it('stop after an internal error, without a retry', async () => {
    refused = { fault: 3 };
    await expect(carryOut([1, 2, 3])).rejects.toThrow('a fault');
    expect([committed, undone]).toEqual([[], []]);
  });
});
