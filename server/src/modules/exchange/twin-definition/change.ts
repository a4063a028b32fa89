import { type ModelDefinition, modelDefinition, type PartKind } from '@twinward/contracts/library/definition';
import type { PartDifference } from '@twinward/contracts/library/twin-model';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { ParameterDeclaration } from '@twinward/contracts/twins/parameter';
import { differences } from '@twinward/domain/library/differences';
import { withPartIds } from '@twinward/domain/library/join';
import { asOfModel } from '@twinward/domain/library/model-only';
import { type Part, partKey, toParts } from '@twinward/domain/library/parts';
import { withNamedInputs } from '@twinward/domain/library/symbolic';
import { AppError } from '../../../platform/errors.ts';
import type { FurtherOfPart } from './further.ts';
import { rowOfPart, toModelPart } from './part-ids.ts';
import type { MappedTag, TwinParts } from './read.ts';

/** The intended state of a twin. */
export interface Target {
  /** Its current state in this transaction; locked. */
  twin: TwinParts;
  definition: ModelDefinition;
  modelVersionId: number | null;
  /** The tags of new inputs, by part; without one, the tag is found by the input's pattern of tag names. */
  tags?: ReadonlyMap<number, number>;
  /** What new parts get besides the definition, from the copied twin or from before an upgrade. */
  further?: ReadonlyMap<number, FurtherOfPart>;
}

/** Returns the target of a twin that has no parts yet. */
export const createTargetOfNewTwin = (
  twinId: number,
  { id, uniqueId, assetName }: { id: number; uniqueId: string; assetName: string },
  { startDate = null, ...target }: Omit<Target, 'twin'> & { startDate?: Date | null },
): Target => ({
  ...target,
  twin: {
    twinId,
    assetId: id,
    uniqueId,
    assetName,
    startDate,
    modelVersionId: null,
    definition: modelDefinition.parse({}),
    mappedTags: new Map(),
    actions: new Map(),
    further: new Map(),
    rows: new Map(),
  },
});

type State = 'added' | 'changed' | 'same';

/** The difference between a twin and its target, and the rows of the parts that stay. */
export class TwinChange {
  readonly target: Target;
  readonly twin: TwinParts;
  /** Includes the inputs that logic uses. */
  readonly definition: ModelDefinition;
  /** The current twin, with the ids of `definition`. */
  readonly before: ModelDefinition;
  readonly differences: readonly PartDifference[];
  readonly #byKey: ReadonlyMap<string, PartDifference>;
  /** Row by part; completed while new parts are stored. */
  readonly #rows = new Map<number, number>();
  readonly #tags = new Map<number, number | null>();
  /** The parts of rows whose part id changes. */
  readonly #moved: ReadonlySet<number>;
  /** The current ids of parts, by those of the definition. */
  readonly #oldIds: ReadonlyMap<number, number>;

  constructor(target: Target) {
    this.target = target;
    this.twin = target.twin;
    this.definition = withNamedInputs(target.definition);
    const ids = matchParts(target.twin, this.definition);
    this.before = asOfModel(withPartIds(target.twin.definition, ids), this.definition);
    this.differences = differences(this.before, this.definition);
    this.#byKey = new Map(this.differences.map((one) => [partKey(one), one]));
    for (const [partId, rowId] of target.twin.rows) this.#rows.set(ids.get(partId) ?? partId, rowId);
    this.#oldIds = new Map([...ids].map(([from, to]) => [to, from]));
    this.#moved = new Set(
      [...ids].flatMap(([from, to]) => (toModelPart(from) === toModelPart(to) ? [] : [to])),
    );
  }

  getState(kind: PartKind, id: number): State {
    const difference = this.#byKey.get(partKey({ kind, id }));
    if (difference) return difference.change === 'added' ? 'added' : 'changed';
    return this.#moved.has(id) ? 'changed' : 'same';
  }

  /** Whether a field of a part differs; true for all fields of a new part. */
  hasChanged(kind: PartKind | null, id: number | null, ...fields: readonly string[]): boolean {
    const difference = this.#byKey.get(partKey({ kind, id }));
    if (!difference) return false;
    if (difference.change === 'added') return true;
    return difference.fields.some(({ field }) =>
      fields.some((name) => (name.endsWith('.') ? field.startsWith(name) : field === name)),
    );
  }

  /** The rows of the parts that are to be deleted. */
  removedRows(kind: PartKind): number[] {
    return this.differences.flatMap((one) =>
      one.kind === kind && one.change === 'removed' ? [this.getRow(one.id!)] : [],
    );
  }

  /** The row of a part that is stored. */
  getRow(partId: number): number {
    const row = this.#rows.get(partId);
    if (row === undefined) throw new AppError('conflict', `The part ${partId} is not stored.`);
    return row;
  }

  /** The current tag of an input of the twin. */
  getMappedTag(inputId: number): number | null {
    return this.#mappedTag(inputId)?.id ?? null;
  }

  /** A parameter of the twin, with its value as the default; null for a new one. */
  findParameter(parameterId: number): ParameterDeclaration | null {
    const id = this.#oldIds.get(parameterId) ?? parameterId;
    return this.twin.definition.parameters.find((one) => one.id === id) ?? null;
  }

  /** The unit of the current tag of an input. */
  unitOfTag(inputId: number): string | null {
    return this.#mappedTag(inputId)?.unit ?? null;
  }

  #mappedTag(inputId: number): MappedTag | undefined {
    return this.twin.mappedTags.get(this.#oldIds.get(inputId) ?? inputId);
  }

  /** The tag that the input will have. */
  getTag(inputId: number): number | null {
    const written = this.#tags.get(inputId);
    return written === undefined ? this.getMappedTag(inputId) : written;
  }

  setTag(inputId: number, tagId: number | null): void {
    this.#tags.set(inputId, tagId);
  }

  /** The current actions of a threshold of the twin, with their ids. */
  getActions(thresholdId: number): readonly ThresholdAction[] {
    return this.twin.actions.get(this.#oldIds.get(thresholdId) ?? thresholdId) ?? [];
  }

  addRow(partId: number, rowId: number): void {
    this.#rows.set(partId, rowId);
  }
}

/**
 * Finds the parts of a twin that have another id in a definition: the twin's own parts whose row the id denotes, and
 * parts of the same kind and name.
 * @returns the new ids by the old ones.
 */
function matchParts(twin: TwinParts, definition: ModelDefinition): Map<number, number> {
  const current = toParts(twin.definition);
  const wanted = toParts(definition);
  const wantedKeys = new Set(wanted.map(partKey));
  const currentKeys = new Set(current.map(partKey));
  const free = current.filter((part) => part.kind !== null && !wantedKeys.has(partKey(part)));
  const ids = new Map<number, number>();
  const toOldId = (id: number | null) => [...ids].find(([, now]) => now === id)?.[0] ?? id;
  for (const part of wanted) {
    if (part.kind === null || currentKeys.has(partKey(part))) continue;
    const own = rowOfPart(part.id!);
    const isRow = ({ kind, id }: Part) =>
      own !== null && kind === own.kind && kind !== 'parameters' && twin.rows.get(id!) === own.rowId;
    const parent = toOldId(part.parent);
    const isNamed = (one: Part) => one.name === part.name && one.parent === parent;
    const open = free.filter((one) => one.kind === part.kind && !ids.has(one.id!));
    const same = open.find(isRow) ?? open.find(isNamed);
    if (same) ids.set(same.id!, part.id!);
  }
  return ids;
}
