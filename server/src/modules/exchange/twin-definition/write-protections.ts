import { randomUUID } from 'node:crypto';
import type { ModelDefinition, ModelIndicator } from '@twinward/contracts/library/definition';
import type { DirtyFlag } from '@twinward/contracts/protections/protection';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import { replacePatterns } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  clearTracking,
  deleteProtectionBlock,
  deleteThresholds,
  insertProtectionBlock,
  insertThresholdBlock,
  replaceAliasBlock,
  replaceFailureModeBlock,
  type ThresholdToWrite,
  updateProtectionBlock,
  updateThresholdBlock,
  updateThresholdNotes,
} from '../../protections/definition/service.ts';
import {
  assertNoOwnDeviation,
  recalculateTwinLevels,
  requestEvaluations,
} from '../../protections/evaluation/service.ts';
import { assertCounterUnits, toStoredSetting } from '../../protections/protection/service.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import type { TwinChange } from './change.ts';
import { toModelPart } from './part-ids.ts';
import { type PatternOptions, writePatterns } from './write-patterns.ts';
import { asNew } from './write-risk.ts';

type Threshold = ModelIndicator['thresholds'][number];

/** A protection of a twin that differs, or whose thresholds differ. */
interface Write {
  change: TwinChange;
  part: ModelDefinition['indicators'][number];
  isNew: boolean;
  dirty: DirtyFlag[];
}

/**
 * Creates, updates and deletes the protections of twins, after inputs, failure modes and activities. Protections whose
 * evaluation is affected are evaluated again from the beginning, without firing actions for the past.
 */
export async function writeProtections(
  db: Db,
  by: AuditActor,
  changes: readonly TwinChange[],
  options: PatternOptions,
): Promise<void> {
  const twinsOfOtherLevel = await deleteProtections(db, changes);
  const writes = changes.flatMap(planProtections);
  await saveProtections(db, by, writes);
  const patternIds = await writePatterns(db, writes, options);
  await storeThresholds(db, writes, patternIds);
  await saveInputs(db, writes);
  await storeLinks(db, writes);
  const activated = writes.filter(
    ({ dirty, part, isNew }) => !isNew && part.active && dirty.includes('active-dirty'),
  );
  for (const { change, part } of activated) await clearTracking(db, change.getRow(part.id));
  const due = writes.filter(({ part, isNew, dirty }) => isNew || (part.active && dirty.length > 0));
  await requestEvaluations(
    db,
    due.map(({ change, part }) => change.getRow(part.id)),
  );
  for (const { change, dirty } of writes) {
    if (dirty.includes('active-dirty')) twinsOfOtherLevel.add(change.twin.twinId);
  }
  if (twinsOfOtherLevel.size > 0) await recalculateTwinLevels(db, [...twinsOfOtherLevel]);
}

/** @returns the twins of deleted protections. */
async function deleteProtections(db: Db, changes: readonly TwinChange[]): Promise<Set<number>> {
  const losing = changes.filter((change) => change.removedRows('indicators').length > 0);
  if (losing.length > 0) {
    await deleteProtectionBlock(
      db,
      losing.flatMap((change) => change.removedRows('indicators')),
    );
  }
  return new Set(losing.map(({ twin }) => twin.twinId));
}

function planProtections(change: TwinChange): Write[] {
  const before = new Map(change.before.indicators.map((one) => [one.id, one]));
  return change.definition.indicators.flatMap((part) => {
    const old = before.get(part.id);
    const dirty = old ? dirtyFlags(change, old, part) : [];
    const isSame =
      old !== undefined &&
      change.getState('indicators', part.id) === 'same' &&
      part.thresholds.every((one) => change.getState('thresholds', one.id!) === 'same') &&
      isSameIds(old.thresholds, part.thresholds);
    if (old && (old.type === 'pattern') !== (part.type === 'pattern')) {
      throw new AppError(
        'conflict',
        `${part.name}: A pattern protection cannot become another type, or another protection a pattern protection.`,
      );
    }
    return isSame ? [] : [{ change, part, isNew: old === undefined, dirty }];
  });
}

const isSameIds = (one: readonly Threshold[], other: readonly Threshold[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]!.id);

const evaluatedFields = ['name', 'alias', 'type', 'logic', 'level', 'logExcursion', 'onDelay', 'offDelay'];
const definingFields = [...evaluatedFields, 'deadband', 'actions', 'indicatorId'];

function dirtyFlags(
  change: TwinChange,
  old: ModelIndicator,
  { id, thresholds }: ModelIndicator,
): DirtyFlag[] {
  const has = (...fields: string[]) => change.hasChanged('indicators', id, ...fields);
  const hasOtherThresholds =
    !isSameIds(old.thresholds, thresholds) ||
    thresholds.some((one) => change.hasChanged('thresholds', one.id!, ...definingFields));
  const flags: [DirtyFlag, boolean][] = [
    ['type-dirty', has('type')],
    ['default_level-dirty', has('defaultLevel')],
    ['thresholds-dirty', hasOtherThresholds],
    ['aliases-dirty', has('tagAliasIds', 'aliases.')],
    ['active-dirty', has('active')],
    ['patterns-dirty', has('patterns')],
  ];
  return flags.flatMap(([flag, isDirty]) => (isDirty ? [flag] : []));
}

async function saveProtections(db: Db, by: AuditActor, writes: readonly Write[]): Promise<void> {
  const toColumns = ({ part: { id, name, description, type, active, defaultLevel } }: Write) => ({
    name,
    description,
    type,
    active,
    default_level: defaultLevel,
    model_part: toModelPart(id),
  });
  const added = writes.filter(({ isNew }) => isNew);
  const ids = await insertProtectionBlock(
    db,
    added.map((write) => ({
      ...toColumns(write),
      twin_id: write.change.twin.twinId,
      start_date: write.change.target.further?.get(write.part.id)?.startDate ?? null,
    })),
  );
  for (const [i, { change, part }] of added.entries()) change.addRow(part.id, ids[i]!);
  await saveSystemFields(db, by, 'protection', asNew(added, ids), { lenient: true });
  await updateProtectionBlock(
    db,
    writes
      .filter(({ isNew }) => !isNew)
      .map((write) => ({
        ...toColumns(write),
        id: write.change.getRow(write.part.id),
        dirty_flags: write.dirty,
      })),
  );
}

async function storeThresholds(
  db: Db,
  writes: readonly Write[],
  patternIds: ReadonlyMap<number, ReadonlyMap<string, string>>,
): Promise<void> {
  const changes = new Set(writes.map(({ change }) => change));
  await deleteThresholds(
    db,
    [...changes].flatMap((change) => change.removedRows('thresholds')),
  );
  const added: { change: TwinChange; id: number; row: ThresholdToWrite }[] = [];
  const updated: (ThresholdToWrite & { id: number })[] = [];
  const noted: (ThresholdToWrite & { id: number })[] = [];
  for (const { change, part } of writes) {
    const positions = new Map(
      change.before.indicators.flatMap(({ thresholds }) =>
        thresholds.map(({ id }, position) => [id!, position] as const),
      ),
    );
    const protectionId = change.getRow(part.id);
    for (const [position, threshold] of part.thresholds.entries()) {
      const id = threshold.id!;
      const state = change.getState('thresholds', id);
      const row = toRow(change, protectionId, position, threshold, patternIds.get(protectionId));
      if (state === 'added') {
        added.push({ change, id, row });
        continue;
      }
      const stored = { ...row, id: change.getRow(id) };
      if (change.hasChanged('thresholds', id, ...definingFields) || positions.get(id) !== position) {
        updated.push(stored);
      }
      if (state === 'changed') noted.push(stored);
    }
  }
  const ids = await insertThresholdBlock(
    db,
    added.map(({ row }) => row),
  );
  for (const [i, { change, id }] of added.entries()) change.addRow(id, ids[i]!);
  await updateThresholdBlock(db, updated);
  await updateThresholdNotes(db, noted);
}

function toRow(
  change: TwinChange,
  protectionId: number,
  position: number,
  threshold: Threshold,
  patternIds: ReadonlyMap<string, string> | undefined,
): ThresholdToWrite {
  const { name, alias, type, logic, level, deadband, rationalization } = threshold;
  const { logExcursion, onDelay, offDelay } = threshold;
  const stored = change.getActions(threshold.id!);
  return {
    protection_id: protectionId,
    position,
    name,
    alias: alias || null,
    type,
    level,
    deadband,
    rationalization,
    logic: patternIds ? replacePatterns(logic, patternIds) : logic,
    log_excursion: logExcursion,
    on_delay: onDelay,
    off_delay: offDelay,
    actions: threshold.actions.map((action, index) => toAction(change, action, stored[index])),
    model_part: toModelPart(threshold.id!),
  };
}

/** Returns an action with the rows of its parts. It keeps the id of the action in its place. */
function toAction(
  change: TwinChange,
  action: Threshold['actions'][number],
  stored: ThresholdAction | undefined,
): ThresholdAction {
  const id = stored?.type === action.type ? stored.id : randomUUID();
  if (action.type === 'notify') return { ...action, id };
  return {
    ...action,
    id,
    activityId: action.activityId === null ? null : change.getRow(action.activityId),
    failureModeIds: action.failureModeIds.map((mode) => change.getRow(mode)),
  };
}

async function saveInputs(db: Db, writes: readonly Write[]): Promise<void> {
  const changed = writes.filter(({ change, part }) =>
    change.hasChanged('indicators', part.id, 'tagAliasIds', 'aliases.'),
  );
  const rows = changed.flatMap(({ change, part }) => {
    const settings = new Map(part.aliases.map((setting) => [setting.tagAliasId, setting]));
    return part.tagAliasIds.map((inputId) => ({
      protection_id: change.getRow(part.id),
      tag_alias_id: change.getRow(inputId),
      settings: toStoredSetting(settings.get(inputId)),
    }));
  });
  const ids = changed.map(({ change, part }) => change.getRow(part.id));
  await replaceAliasBlock(db, ids, rows);
  await assertNoOwnDeviation(db, ids);
  for (const { change, part } of changed) {
    await assertCounterUnits(
      db,
      part.aliases.map((setting) => ({ ...setting, tagAliasId: change.getRow(setting.tagAliasId) })),
    );
  }
}

async function storeLinks(db: Db, writes: readonly Write[]): Promise<void> {
  const changed = writes.filter(({ change, part }) =>
    change.hasChanged('indicators', part.id, 'failureModeIds'),
  );
  await replaceFailureModeBlock(
    db,
    changed.map(({ change, part }) => change.getRow(part.id)),
    changed.flatMap(({ change, part }) =>
      part.failureModeIds.map((id) => ({
        protection_id: change.getRow(part.id),
        failure_mode_id: change.getRow(id),
      })),
    ),
  );
}
