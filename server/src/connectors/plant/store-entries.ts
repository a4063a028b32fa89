import type { PlantEntry } from '@twinward/contracts/connections/plant';
import { AppError } from '../../platform/errors.ts';
import type { SourceValue } from '../connector.ts';
import type { GroupRunPorts } from '../host/host-ports.ts';
import { toValues } from './entries.ts';

/** Stores the entries of a plant in order: an entry is valid only after earlier ones are durable. */
export async function saveEntries(
  { store, tracking }: Pick<GroupRunPorts, 'store' | 'tracking'>,
  entries: readonly PlantEntry[],
): Promise<void> {
  let values: SourceValue[] = [];
  const saveValues = async () => {
    if (values.length > 0) await store(values);
    values = [];
  };
  for (const entry of entries) {
    if (entry.kind === 'points') {
      values.push(...readValues(entry));
      continue;
    }
    await saveValues();
    await apply(tracking, entry);
  }
  await saveValues();
}

async function apply(
  tracking: GroupRunPorts['tracking'],
  entry: Exclude<PlantEntry, { kind: 'points' }>,
): Promise<void> {
  switch (entry.kind) {
    case 'advance':
      return tracking.advance(entry.liveUntil);
    case 'open':
      return tracking.open(entry, entry.sources);
    case 'gap':
      return tracking.gap(entry, entry.sources);
    case 'progress':
      return tracking.progress(entry.id, entry.doneTo, entry.points);
    case 'end':
      return tracking.end(entry.id, entry.error);
  }
}

function readValues(entry: Extract<PlantEntry, { kind: 'points' }>): SourceValue[] {
  try {
    return toValues(entry);
  } catch (error) {
    throw new AppError('invalid-request', (error as Error).message);
  }
}
