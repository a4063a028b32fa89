import { hasAccess } from '@twinward/contracts/access/access';
import type { PackageProblem } from '@twinward/contracts/library/package';
import { type Difference, differencesOf } from '@twinward/domain/exchange/json';
import { orderByNeeds } from '@twinward/domain/exchange/order';
import { fileNameOf } from './format.ts';
import { type KindCall, nameOf, type PackageKind, type Reference } from './kind.ts';
import { findKind } from './kinds/index.ts';
import type { OpenPackage, PackedRecord } from './read-package.ts';

export type PlannedAction = 'create' | 'update' | 'skip' | 'conflict';

/** What an import does with a record. */
export interface PlannedRecord {
  packed: PackedRecord;
  action: PlannedAction;
  /** Of an update. */
  differences: Difference[];
  /** Why it is in conflict. */
  message: string | null;
}

/** One write. A record of a cycle is created by its core first, and completed by an update. */
export interface Step {
  planned: PlannedRecord;
  part: 'whole' | 'core' | 'rest';
}

export interface Plan {
  records: PlannedRecord[];
  steps: Step[];
  problems: PackageProblem[];
  /** User names that records name and this database doesn't have. */
  missingUsers: string[];
}

const defaultPageSize = 200;

export function* pagesOf<T>(items: readonly T[], size = defaultPageSize): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Compares a package with the database by natural keys, and orders what is to be written. */
export async function createPlan(call: KindCall, opened: OpenPackage): Promise<Plan> {
  const records = await compare(call, opened);
  await refuseMissing(call, records);
  const { steps, problems } = orderSteps(records, await readCores(opened, records));
  const missingUsers = new Set<string>();
  for (const { packed, action } of records) {
    if (action !== 'create' && action !== 'update') continue;
    for (const name of packed.users) if ((await call.userId(name)) === null) missingUsers.add(name);
  }
  return { records, steps, problems, missingUsers: [...missingUsers].sort() };
}

async function compare(call: KindCall, opened: OpenPackage): Promise<PlannedRecord[]> {
  const planned: PlannedRecord[] = [];
  for (const [kind, own] of groupByKind(opened.records)) {
    if (!hasAccess(call.actor, kind.access)) {
      const message = `You may not write ${kind.caption.toLowerCase()}.`;
      planned.push(
        ...own.map((packed) => ({ packed, action: 'conflict' as const, differences: [], message })),
      );
      continue;
    }
    for (const page of pagesOf(own, kind.pageSize)) {
      const known = await kind.read(
        call,
        page.map(({ key }) => key),
      );
      for (const packed of page) {
        const before = known.get(packed.key);
        const differences =
          before === undefined
            ? []
            : differencesOf(before, merged(call, kind, await opened.read(packed), before));
        const action = before === undefined ? 'create' : differences.length > 0 ? 'update' : 'skip';
        planned.push({ packed, action, differences, message: null });
      }
    }
  }
  return planned;
}

const merged = (call: KindCall, kind: PackageKind, record: unknown, before: unknown): unknown =>
  kind.merged ? kind.merged(call, record, before) : record;

/** Records by kind, in their order. */
export function groupByKind<T extends { kind: PackageKind }>(records: readonly T[]): Map<PackageKind, T[]> {
  const groups = new Map<PackageKind, T[]>();
  for (const record of records) {
    const group = groups.get(record.kind);
    if (group) group.push(record);
    else groups.set(record.kind, [record]);
  }
  return groups;
}

/** Puts records in conflict that need what is neither in the package nor here. */
async function refuseMissing(call: KindCall, records: readonly PlannedRecord[]): Promise<void> {
  const packed = new Set(records.map((one) => nameOf({ kind: one.packed.kind.name, key: one.packed.key })));
  const outside = new Map<string, Set<string>>();
  const needed = (reference: Reference & { optional?: true }) =>
    !reference.optional && findKind(reference.kind) && !packed.has(nameOf(reference));
  for (const { packed: own } of records) {
    for (const reference of own.references.filter(needed)) {
      const keys = outside.get(reference.kind) ?? new Set();
      outside.set(reference.kind, keys.add(reference.key));
    }
  }
  const missing = new Set<string>();
  for (const [name, keys] of outside) {
    const kind = findKind(name)!;
    for (const page of pagesOf([...keys], kind.pageSize)) {
      const known = await kind.read(call, page);
      for (const key of page) if (!known.has(key)) missing.add(nameOf({ kind: name, key }));
    }
  }
  for (const one of records) {
    const lacks = one.packed.references.filter(needed).find((reference) => missing.has(nameOf(reference)));
    if (!lacks || (one.action !== 'create' && one.action !== 'update')) continue;
    one.action = 'conflict';
    one.message = `${lacks.path}: the ${lacks.kind} '${lacks.key}' is neither in the package nor here.`;
  }
}

/** Of kinds whose records may need one another, the needs of the core of each that is created. */
async function readCores(
  opened: OpenPackage,
  records: readonly PlannedRecord[],
): Promise<Map<PlannedRecord, string[]>> {
  const cores = new Map<PlannedRecord, string[]>();
  for (const planned of records) {
    const { kind } = planned.packed;
    if (!kind.coreOf || planned.action !== 'create') continue;
    const core = kind.coreOf(await opened.read(planned.packed));
    cores.set(planned, kind.referencesOf(core).map(nameOf));
  }
  return cores;
}

/** Ends the id of a core among those of records; no key has it. */
const coreMark = '\u0000core';

/** Orders the writes so that what a record needs is created before it. */
function orderSteps(
  records: readonly PlannedRecord[],
  cores: ReadonlyMap<PlannedRecord, string[]>,
): { steps: Step[]; problems: PackageProblem[] } {
  const written = records.filter(({ action }) => action === 'create' || action === 'update');
  const idOf = ({ packed }: PlannedRecord) => nameOf({ kind: packed.kind.name, key: packed.key });
  const byId = new Map(written.map((planned) => [idOf(planned), planned]));
  // What is there already can be referred to in any order.
  const isAwaited = (id: string) => byId.get(id)?.action === 'create';
  const needsOf = (planned: PlannedRecord) => planned.packed.references.map(nameOf).filter(isAwaited);
  const whole = orderByNeeds(written.map((planned) => ({ id: idOf(planned), needs: needsOf(planned) })));
  const toStep = (id: string, part: Step['part']): Step => ({ planned: byId.get(id)!, part });
  if (!whole.cycle) return { steps: whole.order.map((id) => toStep(id, 'whole')), problems: [] };
  const placed = new Set(whole.order);
  const isCut = (id: string) => !placed.has(id) && cores.has(byId.get(id)!);
  const coreIdOf = (id: string) => (isCut(id) ? `${id}${coreMark}` : id);
  const cut = orderByNeeds(
    written.flatMap((planned) => {
      const id = idOf(planned);
      if (!isCut(id)) return [{ id, needs: needsOf(planned) }];
      const needs = planned.packed.references
        .filter((reference) => isAwaited(nameOf(reference)))
        .map((reference) => (reference.shallow ? coreIdOf(nameOf(reference)) : nameOf(reference)));
      return [
        { id: coreIdOf(id), needs: cores.get(planned)!.filter(isAwaited).map(coreIdOf) },
        { id, needs: [coreIdOf(id), ...needs.filter((need) => need !== id)] },
      ];
    }),
  );
  if (cut.cycle) {
    const names = cut.cycle.map((id) => id.replace(coreMark, '')).filter((id, at, all) => id !== all[at - 1]);
    const place = fileNameOf(byId.get(names[0]!)!.packed.kind.name);
    const message = `Records need one another in a circle: ${names.join(' → ')}.`;
    return { steps: [], problems: [{ place, message }] };
  }
  const steps = cut.order.map((id) =>
    id.endsWith(coreMark)
      ? toStep(id.slice(0, -coreMark.length), 'core')
      : toStep(id, isCut(id) ? 'rest' : 'whole'),
  );
  return { steps, problems: [] };
}
