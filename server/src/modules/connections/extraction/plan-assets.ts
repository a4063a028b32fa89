import { type NewAsset, newAsset } from '@twinward/contracts/assets/asset';
import { customPrefix, type MappedClass } from '@twinward/contracts/connections/mapping';
import { type MappedValue, mapRecord } from '@twinward/domain/connections/mapping';
import type { RemoteRecord } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findTaxonomy } from '../../assets/taxonomy/service.ts';
import { listTargets, type Mapping } from '../stream/service.ts';
import { readCustomFields } from './custom-fields.ts';
import { message, type Refused } from './refused.ts';

/** An asset to create or update. */
export interface PlannedAsset {
  record: RemoteRecord;
  /** Only the mapped fields, without the parent's id. */
  fields: Partial<NewAsset> & Pick<NewAsset, 'uniqueId' | 'assetName'>;
  /** Unique id of the parent asset; null for a top-level asset; undefined if it is not mapped. */
  parent: string | null | undefined;
  /** Whether it is in service in the other system; undefined if it is not mapped. */
  isInService: boolean | undefined;
}

/** Converts records to assets, parents first, and returns the problems of the others. */
export async function planAssets(
  db: Db,
  mapping: Mapping,
  records: readonly RemoteRecord[],
): Promise<{ planned: PlannedAsset[]; refused: Refused[] }> {
  const targets = await listTargets(db, 'asset');
  const mapped = records.map((record) => ({ record, ...mapRecord(record, mapping.rules, targets) }));
  const custom = await readCustomFields(
    db,
    'asset',
    mapped.map(({ values }) => values),
  );
  const classify = createClassification(db, mapping.classes);
  const planned: PlannedAsset[] = [];
  const refused: Refused[] = [];
  for (const [place, { record, values, problems }] of mapped.entries()) {
    const { changes, problems: wrong } = custom[place]!;
    const all = [...problems.map((one) => message(one, targets)), ...wrong];
    const classes = await classify(record.type, values);
    if (typeof classes === 'string') all.push(classes);
    if (all.length > 0) {
      refused.push({ record, message: all.join(' ') });
      continue;
    }
    const given = { ...toFields(values), ...(classes as object), fields: changes };
    const parsed = newAsset.safeParse(given);
    if (!parsed.success) {
      const texts = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      refused.push({ record, message: texts.join(' ') });
      continue;
    }
    const fields = Object.fromEntries(
      Object.keys(given).map((name) => [name, (parsed.data as Record<string, unknown>)[name]]),
    );
    planned.push({
      record,
      fields: fields as PlannedAsset['fields'],
      parent: values.parent === undefined ? undefined : values.parent === null ? null : String(values.parent),
      isInService: values.state === undefined ? undefined : values.state !== 'out-of-service',
    });
  }
  return { planned: parentsFirst(planned), refused };
}

function parentsFirst(planned: readonly PlannedAsset[]): PlannedAsset[] {
  const byId = new Map(planned.map((plan) => [plan.fields.uniqueId, plan]));
  const ordered = new Set<PlannedAsset>();
  for (const plan of planned) {
    const way: PlannedAsset[] = [];
    let at: PlannedAsset | undefined = plan;
    while (at && !ordered.has(at) && !way.includes(at)) {
      way.push(at);
      at = at.parent ? byId.get(at.parent) : undefined;
    }
    for (const one of way.reverse()) ordered.add(one);
  }
  return [...ordered];
}

const notTaken = new Set(['parent', 'category', 'class', 'type', 'state']);

function toFields(values: Readonly<Record<string, MappedValue>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !notTaken.has(name) && !name.startsWith(customPrefix))
      .map(([name, value]) => {
        if (name === 'isEquipment') return [name, value ?? true];
        if (name === 'description') return [name, String(value ?? '').slice(0, 4000)];
        if (name === 'assetName') return [name, String(value ?? '').slice(0, 200)];
        return [name, value];
      }),
  );
}

type Classes = Pick<NewAsset, 'categoryId' | 'classId' | 'typeId'>;

/** Finds the class of an asset, by its type code or else by captions; returns a message if it has neither. */
function createClassification(db: Db, classes: readonly MappedClass[]) {
  const byCode = new Map(classes.map(({ code, ...ids }) => [code, ids]));
  const known = new Map<string, Classes | string>();
  return async (
    code: string,
    values: Readonly<Record<string, MappedValue>>,
  ): Promise<Classes | Record<string, never> | string> => {
    const chosen = byCode.get(code);
    if (chosen) return chosen;
    const { category, class: ofClass, type } = values;
    if (category === undefined && ofClass === undefined && type === undefined) return {};
    const captions: string[] = [];
    for (const value of [category, ofClass, type]) {
      if (value === undefined || value === null) break;
      captions.push(String(value));
    }
    const key = JSON.stringify(captions);
    if (!known.has(key)) {
      const found = await findTaxonomy(db, captions);
      known.set(
        key,
        found
          ? {
              categoryId: found.categoryId ?? null,
              classId: found.classId ?? null,
              typeId: found.typeId ?? null,
            }
          : `Category: There is no '${captions.join(' / ')}' in the taxonomy.`,
      );
    }
    return known.get(key)!;
  };
}
