import { newWork } from '@twinward/contracts/assets/work';
import { customPrefix, type MappedWorkState } from '@twinward/contracts/connections/mapping';
import { type MappedValue, mapRecord } from '@twinward/domain/connections/mapping';
import { millisecondsToDuration } from '@twinward/domain/duration';
import { workTimeProblems } from '@twinward/domain/rules/work';
import type { RemoteRecord } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findNamedAssets } from '../../assets/asset/service.ts';
import type { WorkFields } from '../../work/work/service.ts';
import { listTargets, type Mapping } from '../stream/service.ts';
import { readCustomFields } from './custom-fields.ts';
import { message, type Refused } from './refused.ts';

/** Work to create or update. */
interface PlannedWork {
  record: RemoteRecord;
  assetId: number;
  /** Only the mapped fields. */
  fields: Partial<WorkFields> & Pick<WorkFields, 'name'>;
  /** Whether the work is completed, but without a known time. */
  isCompletedWithoutTime: boolean;
  state: MappedWorkState;
}

/**
 * Converts records to work, and returns the problems of the others.
 * @param now epoch milliseconds
 */
export async function planWork(
  db: Db,
  mapping: Mapping,
  records: readonly RemoteRecord[],
  now: number,
): Promise<{ planned: PlannedWork[]; refused: Refused[] }> {
  const targets = await listTargets(db, 'work');
  const mapped = records.map((record) => ({ record, ...mapRecord(record, mapping.rules, targets) }));
  const assets = await findNamedAssets(db, [
    ...new Set(mapped.flatMap(({ values }) => (typeof values.asset === 'string' ? [values.asset] : []))),
  ]);
  const custom = await readCustomFields(
    db,
    'work',
    mapped.map(({ values }) => values),
  );
  const planned: PlannedWork[] = [];
  const refused: Refused[] = [];
  for (const [place, { record, values, problems }] of mapped.entries()) {
    const refuse = (text: string) => void refused.push({ record, message: text });
    if (problems.length > 0) {
      refuse(problems.map((one) => message(one, targets)).join(' '));
      continue;
    }
    const assetId = assets.get(String(values.asset));
    if (assetId === undefined) {
      refuse(`Asset: There is no asset '${values.asset}'.`);
      continue;
    }
    const { changes, problems: wrong } = custom[place]!;
    if (wrong.length > 0) {
      refuse(wrong.join(' '));
      continue;
    }
    const given = { ...toFields(values), fields: changes };
    const parsed = newWork.safeParse({ kind: 'other', ...given, tagId: 1 });
    if (!parsed.success) {
      refuse(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join(' '));
      continue;
    }
    const { start, completed } = parsed.data;
    const [time] = workTimeProblems({ start, completed }, now);
    if (time) {
      refuse(`Completed: ${time.message}`);
      continue;
    }
    planned.push({
      record,
      assetId,
      fields: pick(parsed.data, Object.keys(given)) as PlannedWork['fields'],
      state: (values.state as MappedWorkState | null) ?? (completed === null ? 'open' : 'completed'),
      isCompletedWithoutTime: values.state === 'completed' && (values.completed ?? null) === null,
    });
  }
  return { planned, refused };
}

const pick = (record: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** Maximum length of texts that may be longer in other systems. */
const longest: Readonly<Record<string, number>> = {
  number: 100,
  name: 200,
  description: 4000,
  resource: 100,
};

function toFields(values: Readonly<Record<string, MappedValue>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === 'asset' || name === 'state' || name.startsWith(customPrefix)) continue;
    if (name === 'hours') {
      fields.duration =
        typeof value === 'number' ? millisecondsToDuration(Math.round(value * 3_600_000)) : null;
    } else if (name === 'cost') fields.cost = typeof value === 'number' ? Math.round(value) : null;
    else if (name === 'kind') fields.kind = value ?? 'other';
    else if (name === 'description' || name === 'resource') fields[name] = shorten(name, value ?? '');
    else fields[name] = shorten(name, value);
  }
  const { state } = values;
  if (state !== undefined && state !== 'completed') fields.completed = null;
  return fields;
}

const shorten = (name: string, value: MappedValue): MappedValue =>
  typeof value === 'string' && value.length > (longest[name] ?? Number.POSITIVE_INFINITY)
    ? `${value.slice(0, longest[name]! - 1)}…`
    : value;
