import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { PartMerge, Side } from '@twinward/contracts/library/upgrade';
import { changedFields, fieldValue } from './differences.ts';
import { joinByName } from './join.ts';
import { type Field, mergeFields, storedValue, withValues } from './merge-fields.ts';
import { asOfModel, withModelFacts } from './model-only.ts';
import { type Part, partKey, toDefinition, toParts } from './parts.ts';
import { withoutDangling } from './references.ts';
import { createSymbols, toNamed, toSymbolic, withNamedInputs } from './symbolic.ts';

/** Chooses the side of a conflict; null leaves it open. `field` is null for a part that one side removed. */
export type Choose = (part: Pick<PartMerge, 'kind' | 'id'>, field: string | null) => Side | null;

interface Merged {
  /** The differences between the three, except changes that both sides made equally. */
  parts: PartMerge[];
  /**
   * The definition by these choices, and the number of conflicts left. For an open conflict, the twin's side is used.
   */
  resolve(choose: Choose): { definition: ModelDefinition; open: number };
}

/**
 * Three-way merge of a twin with another version of its model: what only one side changed is taken from that side, and
 * what both changed differently is a conflict. Lists of references and keywords are merged item by item. A part that one
 * side changed and the other removed is a conflict. Logic in which only names of inputs differ counts as the same.
 *
 * @param base the model at the version that the twin has
 * @param model the model at the version that it gets
 */
export function mergeDefinitions(
  base: ModelDefinition,
  model: ModelDefinition,
  twin: ModelDefinition,
): Merged {
  const sides: Sides = {
    base: prepare(base),
    model: prepare(model),
    twin: prepare(asOfModel(joinByName(twin, base, model), withModelFacts(base, model))),
  };
  const keys = new Set([sides.model, sides.twin, sides.base].flatMap(({ raw }) => [...raw.keys()]));
  const decisions = [...keys].map((key) => decide(key, sides));
  return {
    parts: decisions.flatMap(({ merge }) => merge ?? []),
    resolve(choose) {
      let open = 0;
      const chosen: Choose = (part, field) => {
        const side = choose(part, field);
        if (side === null) open += 1;
        return side;
      };
      const isThreshold = ({ part }: Decision) => part.kind === 'thresholds';
      const kept = new Map<string, Part>();
      const addResult = ({ result }: Decision) => {
        const part = result(chosen, kept);
        if (part) kept.set(partKey(part), part);
      };
      for (const decision of decisions) if (!isThreshold(decision)) addResult(decision);
      for (const decision of decisions) if (isThreshold(decision)) addResult(decision);
      return { definition: named([...kept.values()], sides), open };
    },
  };
}

/** The parts of a definition, also in a form with ids instead of names in logic. */
interface Prepared {
  raw: ReadonlyMap<string, Part>;
  symbolic: ReadonlyMap<string, Part>;
}
type Sides = Record<'base' | Side, Prepared>;

/** Cached, since the two versions of a model are merged with many twins. */
const known = new WeakMap<ModelDefinition, Prepared>();

function prepare(definition: ModelDefinition): Prepared {
  const before = known.get(definition);
  if (before) return before;
  const symbols = createSymbols(definition);
  const thresholds = new Map(definition.indicators.map((one) => [one.id, one.thresholds]));
  const raw = new Map<string, Part>();
  const symbolic = new Map<string, Part>();
  for (const part of toParts(withNamedInputs(definition))) {
    raw.set(partKey(part), part);
    symbolic.set(partKey(part), toSymbolic(part, symbols, thresholds.get(part.parent ?? part.id ?? 0) ?? []));
  }
  const now = { raw, symbolic };
  known.set(definition, now);
  return now;
}

interface Decision {
  part: Pick<Part, 'kind' | 'id'>;
  /** Null if there is nothing to report. */
  merge: PartMerge | null;
  /** @param kept the parts that are kept, thresholds last */
  result(choose: Choose, kept: ReadonlyMap<string, Part>): Part | null;
}

function decide(key: string, sides: Sides): Decision {
  const [base, model, twin] = [sides.base, sides.model, sides.twin].map(
    ({ symbolic }) => symbolic.get(key) ?? null,
  ) as [Part | null, Part | null, Part | null];
  if (model && twin) return decideOfBoth(key, sides, { base, model, twin });
  const part = (model ?? twin ?? base)!;
  const side = model ? 'model' : 'twin';
  if (!model && !twin) return { part, merge: null, result: () => null };
  if (!base) {
    const merge = describe(key, sides, 'added', [], model ? 'take' : 'keep');
    return { part, merge, result: () => part };
  }
  // One side removed it: that is accepted unless the other side changed it.
  const indicator = partKey({ kind: 'indicators', id: part.parent });
  if (part.kind === 'thresholds' && isRemoved(indicator, sides, side)) {
    return { part, merge: null, result: (_, kept) => (kept.has(indicator) ? part : null) };
  }
  const fields = changedFields(base, part).map((field) => ({ field, outcome: 'conflict' as const }));
  if (fields.length === 0 && !hasChangedThresholds(part, sides, side)) {
    const merge = describe(key, sides, 'removed', [], model ? 'keep' : 'take');
    return { part, merge, result: () => null };
  }
  const merge = describe(key, sides, 'removed', fields, 'conflict');
  return { part, merge, result: (choose) => ((choose(part, null) ?? 'twin') === side ? part : null) };
}

function decideOfBoth(
  key: string,
  sides: Sides,
  { base, model, twin }: { base: Part | null; model: Part; twin: Part },
): Decision {
  const fields = mergeFields(base, model, twin);
  const outcome = fields.some((one) => one.outcome === 'conflict')
    ? 'conflict'
    : fields.some((one) => one.outcome === 'take')
      ? 'take'
      : 'keep';
  const listed = fields.filter((one) => one.outcome !== 'none');
  return {
    part: model,
    merge: listed.length === 0 ? null : describe(key, sides, base ? 'changed' : 'added', listed, outcome),
    result: (choose) =>
      withValues(
        model,
        fields.map((one): [string, unknown] => [
          one.field,
          one.outcome === 'conflict'
            ? storedValue((choose(model, one.field) ?? 'twin') === 'model' ? model : twin, one.field)
            : one.value,
        ]),
      ),
  };
}

/** Whether an indicator of the base that one side has was removed on the other side. */
function isRemoved(key: string, { base, model, twin }: Sides, side: Side): boolean {
  const [own, other] = side === 'model' ? [model, twin] : [twin, model];
  return base.raw.has(key) && own.raw.has(key) && !other.raw.has(key);
}

/** Whether a side changed, added or removed thresholds of an indicator. */
function hasChangedThresholds({ kind, id }: Part, sides: Sides, side: Side): boolean {
  if (kind !== 'indicators') return false;
  const ofIndicator = ({ symbolic }: Prepared) =>
    [...symbolic.values()].filter((part) => part.kind === 'thresholds' && part.parent === id);
  const before = ofIndicator(sides.base);
  const now = ofIndicator(sides[side]);
  return (
    before.length !== now.length ||
    now.some((threshold) => {
      const old = sides.base.symbolic.get(partKey(threshold));
      return !old || changedFields(old, threshold).length > 0;
    })
  );
}

function describe(
  key: string,
  sides: Sides,
  change: PartMerge['change'],
  fields: readonly Pick<Field, 'field' | 'outcome'>[],
  outcome: PartMerge['outcome'],
): PartMerge {
  const [base, model, twin] = [sides.base, sides.model, sides.twin].map(({ raw }) => raw.get(key));
  const { kind, id, name, parent } = (model ?? twin ?? base)!;
  const indicator = partKey({ kind: 'indicators', id: parent });
  const parentName = [sides.model, sides.twin, sides.base].map(({ raw }) => raw.get(indicator)?.name);
  return {
    kind,
    id,
    name,
    parent: parent === null ? null : (parentName.find((one) => one !== undefined) ?? null),
    change,
    outcome,
    fields: fields.map(({ field, outcome: ofField }) => ({
      field,
      base: base ? fieldValue(base, field) : null,
      model: model ? fieldValue(model, field) : null,
      twin: twin ? fieldValue(twin, field) : null,
      outcome: ofField === 'none' ? 'keep' : ofField,
    })),
  };
}

/** The kinds of parts that logic refers to by name. */
const namedKinds: ReadonlySet<Part['kind']> = new Set(['tagAliases', 'tags', 'parameters']);

/** Returns the definition of these parts, with the names that they have in it. A deleted part has its last name. */
function named(parts: readonly Part[], { base, model, twin }: Sides): ModelDefinition {
  const all = [base, twin, model].flatMap(({ raw }) => [...raw.values()]).concat(parts);
  const names = new Map<number, string>();
  const thresholds = new Map<number, Part>();
  for (const part of all) {
    if (namedKinds.has(part.kind)) names.set(part.id!, part.name);
    if (part.kind === 'thresholds') thresholds.set(part.id!, part);
  }
  const siblings = new Map<number, { id: number; name: string; alias: string | null }[]>();
  for (const { id, name, parent, fields } of thresholds.values()) {
    const own = siblings.get(parent!) ?? [];
    own.push({ id: id!, name, alias: (fields.alias as string | null | undefined) ?? null });
    siblings.set(parent!, own);
  }
  const written = parts.map((part) => toNamed(part, names, siblings.get(part.parent ?? part.id ?? 0) ?? []));
  return toDefinition(withoutDangling(written));
}
