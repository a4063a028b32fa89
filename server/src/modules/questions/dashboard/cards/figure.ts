import type { DashboardCard, NumberSource } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues, DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { Doer } from '../../../../platform/actor.ts';
import { readCard } from './read.ts';

/**
 * Reads a figure as a number card shows it to the reader.
 * @throws AppError like `readCard`.
 */
export async function readFigure(
  reader: Doer,
  { source, values }: { source: NumberSource; values: CardValues },
): Promise<DataByKind<'number'>> {
  const card: DashboardCard = { id: 'figure', title: '', x: 0, y: 0, w: 1, h: 1, kind: 'number', source };
  // A small number of columns, because the spark line is not used.
  const data = await readCard(reader, card, { values, columns: 10, fresh: false });
  return data as DataByKind<'number'>;
}
