import type { FieldValues } from '@twinward/contracts/records/field';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Db } from '../../../platform/database/database.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { saveConsequence, saveProbability } from '../failure-risk/service.ts';
import { insertTwin } from './store.ts';

/** A twin created by the product itself, with its probability and consequence. */
export interface TwinSeed {
  assetId: number;
  description?: string;
  technicalNumber?: string | null;
  active: boolean;
  startDate: Date | null;
  /** ISO 8601 duration */
  missionTime: string | null;
  /** Further fields. Values that copies do not take over are ignored. */
  fields?: FieldValues;
  /** The probability is calculated from it for the twin's mission. */
  failureDistribution?: FailureDistributionParameters;
  consequence?: { value: number; description?: string };
}

/** Creates a twin in the caller's transaction, without an audit entry. @returns its id. */
export async function seedTwin(db: Db, twin: TwinSeed): Promise<number> {
  const { assetId, startDate, missionTime, failureDistribution, consequence } = twin;
  const id = await insertTwin(db, {
    asset_id: assetId,
    description: twin.description ?? '',
    technical_number: twin.technicalNumber ?? null,
    active: twin.active,
    start_date: startDate,
    mission_time: missionTime,
  });
  const further = [{ id, isNew: true, changes: twin.fields }];
  await saveSystemFields(db, null, 'twin', further, { lenient: true });
  await riskInputsChanged.emit(db, { assetIds: [assetId] });
  const owner = { column: 'twin_id', id } as const;
  if (failureDistribution) {
    await saveProbability(
      db,
      owner,
      { startDate, missionTime },
      { ...assigned, value: null, failureDistributionParameters: failureDistribution },
    );
  }
  if (consequence) {
    await saveConsequence(db, owner, { ...assigned, scale: 'dollars', description: '', ...consequence });
  }
  return id;
}

const assigned = { lifeCycleState: 'new', library: false } as const;
