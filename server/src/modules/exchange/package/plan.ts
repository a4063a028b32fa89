import { hasAccess } from '@twinward/contracts/access/access';
import type { PackageProblem } from '@twinward/contracts/library/package';
import { findDifferences } from '@twinward/domain/exchange/json';
import { orderByNeeds } from '@twinward/domain/exchange/order';
import { toFileName } from './format.ts';
import { type KindCall, type PackageKind, toName } from './kind.ts';
import { findKind } from './kinds/index.ts';
import type { OpenPackage, PackedRecord } from './read-package.ts';
import type { Place } from './record-file.ts';

type PlannedAction = 'create' | 'update' | 'skip' | 'conflict';

/** What an import does with a record. */
export interface PlannedRecord {
  packed: PackedRecord;
  action: PlannedAction;
  /** For an update: where its differences are stored. */
  differences: Place | null;
  /** Why it is in conflict. */
  message: string | null;
}

/** One write. The core of a record in a cycle is created first, and completed by an update. */
export interface Step {
  planned: PlannedRecord;
  part: 'whole' | 'core' | 'rest';
}

export interface Plan {
  records: PlannedRecord[];
  steps: Step[];
  problems: PackageProblem[];
  /** User names in records that do not exist in this database. */
  missingUsers: string[];
}

const defaultPageSize = 200;

export function* toPages<T>(items: readonly T[], size = defaultPageSize): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Compares a package with the database by natural keys, and orders the writes. */
export async function createPlan(call: KindCall, opened: OpenPackage): Promise<Plan> {
  const records = await compare(call, opened);
  await refuseMissing(call, opened, records);
  const { steps, problems } = orderSteps(opened, records, await readCores(opened, records));
  const missingUsers = new Set<string>();
  for (const { packed } of records.filter(isWritten)) {
    for (const name of packed.users) if ((await call.userId(name)) === null) missingUsers.add(name);
  }
  return { records, steps, problems, missingUsers: [...missingUsers].sort() };
}

async function compare(call: KindCall, opened: OpenPackage): Promise<PlannedRecord[]> {
  const planned: PlannedRecord[] = [];
  for (const [kind, own] of groupByKind(opened.records)) {
    if (!hasAccess(call.actor, kind.access)) {
      const message = `You may not write ${kind.caption.toLowerCase()}.`;
      for (const packed of own) planned.push({ packed, action: 'conflict', differences: null, message });
      continue;
    }
    for (const page of toPages(own, kind.pageSize)) {
      const known = await kind.read(
        call,
        page.map(({ key }) => key),
      );
      for (const packed of page) {
        const before = known.get(packed.key);
        if (before === undefined) {
          planned.push({ packed, action: 'create', differences: null, message: null });
          continue;
        }
        const found = findDifferences(before, merged(call, kind, await opened.read(packed), before));
        const differences = found.length === 0 ? null : await opened.store(found);
        planned.push({ packed, action: differences ? 'update' : 'skip', differences, message: null });
      }
    }
  }
  return planned;
}

const merged = (call: KindCall, kind: PackageKind, record: unknown, before: unknown): unknown =>
  kind.merged ? kind.merged(call, record, before) : record;

/** Groups records by kind, in their order. */
export function groupByKind<T extends { kind: PackageKind }>(records: readonly T[]): Map<PackageKind, T[]> {
  const groups = new Map<PackageKind, T[]>();
  for (const record of records) {
    const group = groups.get(record.kind);
    if (group) group.push(record);
    else groups.set(record.kind, [record]);
  }
  return groups;
}

/** Marks records as in conflict that need one that is neither in the package nor in this database. */
async function refuseMissing(
  call: KindCall,
  opened: OpenPackage,
  records: readonly PlannedRecord[],
): Promise<void> {
  const { names } = opened;
  const packed = new Set(records.map((one) => one.packed.number));
  const outside = new Map<string, Set<number>>();
  for (const { packed: own } of records) {
    for (const number of own.required) {
      if (packed.has(number)) continue;
      const { kind } = names.getName(number);
      const numbers = outside.get(kind) ?? new Set();
      outside.set(kind, numbers.add(number));
    }
  }
  const missing = new Set<number>();
  for (const [name, numbers] of outside) {
    const kind = findKind(name)!;
    for (const page of toPages([...numbers], kind.pageSize)) {
      const keys = page.map((number) => names.getName(number).key);
      const known = await kind.read(call, keys);
      for (const [place, number] of page.entries()) if (!known.has(keys[place]!)) missing.add(number);
    }
  }
  for (const one of records) {
    const number = one.packed.required.find((need) => missing.has(need));
    if (number === undefined || !isWritten(one)) continue;
    const { kind, key } = names.getName(number);
    const lacks = one.packed.kind
      .listReferences(await opened.read(one.packed))
      .find((reference) => reference.kind === kind && reference.key === key && !reference.optional);
    one.action = 'conflict';
    one.message = `${lacks!.path}: the ${kind} '${key}' is neither in the package nor in this database.`;
  }
}

const isWritten = ({ action }: PlannedRecord): boolean => action === 'create' || action === 'update';

/** For kinds whose records may need each other: reads the needs of the core of each created record, by number. */
async function readCores(
  opened: OpenPackage,
  records: readonly PlannedRecord[],
): Promise<Map<number, number[]>> {
  const cores = new Map<number, number[]>();
  for (const { packed, action } of records) {
    const { kind } = packed;
    if (!kind.toCore || action !== 'create') continue;
    const core = kind.toCore(await opened.read(packed));
    cores.set(
      packed.number,
      kind.listReferences(core).map((reference) => opened.names.toNumber(reference)),
    );
  }
  return cores;
}

/** Orders the writes so that records are created after those that they need. */
function orderSteps(
  { names }: OpenPackage,
  records: readonly PlannedRecord[],
  cores: ReadonlyMap<number, readonly number[]>,
): { steps: Step[]; problems: PackageProblem[] } {
  const written = records.filter(isWritten);
  const places = new Map(written.map(({ packed }, place) => [packed.number, place]));
  /** The places of records that are created; existing ones can be referred to in any order. */
  const toPlaces = (numbers: readonly number[]): number[] =>
    numbers.flatMap((number) => {
      const place = places.get(number);
      return place !== undefined && written[place]!.action === 'create' ? place : [];
    });
  const whole = orderByNeeds(written.length, (place) => toPlaces(written[place]!.packed.needs));
  if (!whole.cycle)
    return { steps: whole.order.map((place) => ({ planned: written[place]!, part: 'whole' })), problems: [] };
  const placed = new Set(whole.order);
  /** Whether a record is written in two steps, with its core as a separate node behind all others. */
  const isCut = (place: number) => !placed.has(place) && cores.has(written[place]!.packed.number);
  const toCoreNode = (place: number) => (isCut(place) ? place + written.length : place);
  const cut = orderByNeeds(2 * written.length, (node) => {
    const place = node % written.length;
    const { number, needs, shallow } = written[place]!.packed;
    if (node >= written.length) return isCut(place) ? toPlaces(cores.get(number)!).map(toCoreNode) : [];
    if (!isCut(place)) return toPlaces(needs);
    const ofCore = new Set(toPlaces(shallow));
    return [
      toCoreNode(place),
      ...toPlaces(needs).map((need) => (ofCore.has(need) ? toCoreNode(need) : need)),
    ];
  });
  if (cut.cycle) {
    const circle = cut.cycle.map((node) =>
      toName(names.getName(written[node % written.length]!.packed.number)),
    );
    const shown = circle.filter((name, at) => name !== circle[at - 1]);
    const place = toFileName(written[cut.cycle[0]! % written.length]!.packed.kind.name);
    const message = `Records depend on each other in a circle: ${shown.join(' → ')}.`;
    return { steps: [], problems: [{ place, message }] };
  }
  const steps = cut.order.flatMap((node): Step[] => {
    const place = node % written.length;
    const planned = written[place]!;
    if (node >= written.length) return isCut(place) ? [{ planned, part: 'core' }] : [];
    return [{ planned, part: isCut(place) ? 'rest' : 'whole' }];
  });
  return { steps, problems: [] };
}
