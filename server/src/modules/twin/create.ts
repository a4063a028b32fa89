import type { FailureDistributionParameters } from '@twinward/contracts/twin';
import { missionProbability } from '@twinward/domain/risk/probability';
import type { Db } from '../../platform/database.ts';
import { insertConsequence, insertProbability, insertTagAliases, insertTwin } from './store.ts';

/** An input of a twin, mapped to the tag that gives its points or work. */
export interface NewTagAlias {
  name: string;
  type: 'data_point' | 'work';
  mappedTagId: number;
  description?: string;
  /** UCUM code */
  unit?: string | null;
}

/** A twin to be made, with what a failure of its asset would mean. */
export interface NewTwin {
  assetId: number;
  description?: string;
  active: boolean;
  startDate: Date | null;
  /** ISO 8601 length of time */
  missionTime: string | null;
  aliases: readonly NewTagAlias[];
  /** Its value is calculated from the twin's mission. */
  failureDistribution?: FailureDistributionParameters;
  consequence?: { value: number; description?: string };
}

/** Makes a twin, in the caller's transaction. @returns its id. */
export async function createTwin(db: Db, twin: NewTwin): Promise<number> {
  const { assetId, startDate, missionTime, failureDistribution, consequence } = twin;
  const id = await insertTwin(db, {
    asset_id: assetId,
    description: twin.description ?? '',
    active: twin.active,
    start_date: startDate,
    mission_time: missionTime,
  });
  if (twin.aliases.length > 0) {
    const aliases = twin.aliases.map((alias) => ({
      twin_id: id,
      mapped_tag_id: alias.mappedTagId,
      type: alias.type,
      name: alias.name,
      description: alias.description ?? '',
      unit: alias.unit ?? null,
    }));
    await insertTagAliases(db, aliases);
  }
  if (failureDistribution) {
    await insertProbability(db, {
      twin_id: id,
      value: missionProbability(failureDistribution, { startDate, missionTime }),
      failure_distribution: failureDistribution.distribution,
      failure_distribution_parameters: JSON.stringify(failureDistribution),
    });
  }
  if (consequence) await insertConsequence(db, { twin_id: id, ...consequence });
  return id;
}
