import { expect, it } from 'vitest';
import { fromRow } from './from-row.ts';

it('names columns in camel case, and formats times', () => {
  const record: {
    id: number;
    createdAt: string;
    endAt: string | null;
    pfInterval: string | null;
    fields: { some_name: number };
  } = fromRow({
    id: 1,
    created_at: new Date('2026-01-02T03:04:05Z'),
    end_at: null as Date | null,
    pf_interval: 'P1D' as string | null,
    fields: { some_name: 2 },
  });
  expect(record).toEqual({
    id: 1,
    createdAt: '2026-01-02T03:04:05.000Z',
    endAt: null,
    pfInterval: 'P1D',
    fields: { some_name: 2 },
  });
});
