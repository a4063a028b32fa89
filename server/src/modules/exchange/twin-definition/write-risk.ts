import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { Mission } from '@twinward/domain/risk/probability';
import type { Db } from '../../../platform/database/database.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import {
  insertActivityBlock,
  replaceRenewedModes,
  updateActivityBlock,
} from '../../twins/activity/service.ts';
import { insertFailureModeBlock, updateFailureModeBlock } from '../../twins/failure-mode/service.ts';
import { type RiskToWrite, replaceRisks } from '../../twins/failure-risk/service.ts';
import type { TwinChange } from './change.ts';
import { toModelPart } from './part-ids.ts';

type Mode = ModelDefinition['failureModes'][number];
type Activity = ModelDefinition['activities'][number];

/** Writes the mission, probability and consequence of twins and of their failure modes. */
export async function writeRisks(db: Db, by: AuditActor, changes: readonly TwinChange[]): Promise<void> {
  const modes = ofKind(changes, 'failureModes');
  const toModeRow = ({ id, name, description, mechanism, cause, pfInterval }: Mode) => ({
    name,
    description,
    mechanism,
    cause,
    pf_interval: pfInterval,
    model_part: toModelPart(id),
  });
  const added = modes.filter(({ state }) => state === 'added');
  const ids = await insertFailureModeBlock(
    db,
    added.map(({ change, part }) => ({ ...toModeRow(part), twin_id: change.twin.twinId })),
  );
  for (const [i, { change, part }] of added.entries()) change.addRow(part.id, ids[i]!);
  await saveSystemFields(db, by, 'failure-mode', asNew(added, ids), { lenient: true });
  await updateFailureModeBlock(
    db,
    modes
      .filter(({ state }) => state === 'changed')
      .map(({ change, part }) => ({ ...toModeRow(part), id: change.getRow(part.id) })),
  );
  await replaceRisks(db, 'twin_id', changes.filter(hasOtherRisk).map(riskOfTwin));
  await replaceRisks(db, 'failure_mode_id', changes.flatMap(changedRisksOfModes));
}

const toMission = ({ twin, definition }: TwinChange): Mission => ({
  startDate: twin.startDate,
  missionTime: definition.missionTime,
});

const hasOtherMission = (change: TwinChange) => change.hasChanged(null, null, 'missionTime');
const hasOtherRisk = (change: TwinChange) =>
  change.hasChanged(null, null, 'missionTime', 'probability', 'consequence');

const risk = (
  ownerId: number,
  mission: Mission,
  isOfModel: boolean,
  { probability, consequence }: Pick<Mode, 'probability' | 'consequence'>,
): RiskToWrite => ({
  ownerId,
  mission,
  isOfModel,
  parameters: probability?.failureDistributionParameters ?? null,
  consequence,
});

const riskOfTwin = (change: TwinChange) =>
  risk(change.twin.twinId, toMission(change), change.target.modelVersionId !== null, change.definition);

/** Another mission changes the values of all failure modes. */
const changedRisksOfModes = (change: TwinChange): RiskToWrite[] =>
  change.definition.failureModes
    .filter(
      ({ id }) =>
        hasOtherMission(change) || change.hasChanged('failureModes', id, 'probability', 'consequence'),
    )
    .map((mode) => risk(change.getRow(mode.id), toMission(change), toModelPart(mode.id) !== null, mode));

/** Creates and updates activities, after inputs and failure modes. */
export async function writeActivities(db: Db, by: AuditActor, changes: readonly TwinChange[]): Promise<void> {
  const activities = ofKind(changes, 'activities');
  const toActivityRow = (change: TwinChange, { id, tagAliasId, failureModeIds: _, ...fields }: Activity) => ({
    ...fields,
    tag_alias_id: tagAliasId === null ? null : change.getRow(tagAliasId),
    model_part: toModelPart(id),
  });
  const added = activities.filter(({ state }) => state === 'added');
  const ids = await insertActivityBlock(
    db,
    added.map(({ change, part }) => ({ ...toActivityRow(change, part), twin_id: change.twin.twinId })),
  );
  for (const [i, { change, part }] of added.entries()) change.addRow(part.id, ids[i]!);
  await saveSystemFields(db, by, 'activity', asNew(added, ids), { lenient: true });
  await updateActivityBlock(
    db,
    activities
      .filter(({ state }) => state === 'changed')
      .map(({ change, part }) => ({ ...toActivityRow(change, part), id: change.getRow(part.id) })),
  );
  await replaceRenewedModes(
    db,
    activities
      .filter(({ change, part }) => change.hasChanged('activities', part.id, 'failureModeIds', 'renews'))
      .map(({ change, part }) => ({
        id: change.getRow(part.id),
        failureModeIds:
          part.renews === 'failure-modes' ? part.failureModeIds.map((id) => change.getRow(id)) : [],
      })),
  );
}

/** New rows of parts, with their further fields. */
export const asNew = (
  added: readonly { change: TwinChange; part: { id: number } }[],
  ids: readonly number[],
) =>
  added.map(({ change, part }, i) => ({
    id: ids[i]!,
    isNew: true,
    changes: change.target.further?.get(part.id)?.fields,
  }));

/** The new and changed parts of a kind. */
export function ofKind<Kind extends 'failureModes' | 'activities' | 'indicators' | 'tags'>(
  changes: readonly TwinChange[],
  kind: Kind,
) {
  return changes.flatMap((change) =>
    (change.definition[kind] as ModelDefinition[Kind][number][]).flatMap((part) => {
      const state = change.getState(kind, part.id);
      return state === 'same' ? [] : [{ change, part, state }];
    }),
  );
}
