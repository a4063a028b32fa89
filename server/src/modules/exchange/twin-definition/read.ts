import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { selectConsequencesByOwner, selectProbabilitiesByOwner } from '../../twins/failure-risk/service.ts';
import type { FurtherOfPart } from './further.ts';
import { countPartIds, type GivePartId, partIdOfRow } from './part-ids.ts';
import { TwinReader } from './read-parts.ts';
import {
  selectActivities,
  selectCalculatedTags,
  selectFailureModes,
  selectInputs,
  selectParameters,
  selectPatternSets,
  selectProtections,
  selectThresholds,
  selectTwins,
} from './store.ts';

export interface MappedTag {
  id: number;
  name: string;
  /** UCUM code */
  unit: string | null;
}

/** A twin with its parts as a definition. */
export interface TwinParts {
  twinId: number;
  assetId: number;
  uniqueId: string;
  assetName: string;
  startDate: Date | null;
  modelVersionId: number | null;
  definition: ModelDefinition;
  /** The tags of its inputs, by part; inputs without one are omitted. */
  mappedTags: ReadonlyMap<number, MappedTag>;
  /** The actions of its thresholds as they are stored, by part. */
  actions: ReadonlyMap<number, readonly ThresholdAction[]>;
  /** Data of parts that is not in definitions; a copy of the twin gets it too. */
  further: ReadonlyMap<number, FurtherOfPart>;
  /** The ids of the rows of its parts, by part. Parameters have no id. */
  rows: ReadonlyMap<number, number>;
}

/**
 * Reads the parts of a twin as a definition for a new model, with parts numbered from 1.
 * @throws AppError `not-found`.
 */
export async function readTwinDefinition(db: Db, twinId: number): Promise<ModelDefinition> {
  const [twin] = await readParts(db, [twinId], countPartIds());
  return found(twin, 'Twin').definition;
}

/**
 * Reads twins with their parts, by id of the twin; unknown twins are omitted. A part of a model has its id in the
 * model. What only a model defines (patterns of tag names, sources of lives, ranges of parameters) is empty.
 */
export function readTwins(db: Db, twinIds: readonly number[]): Promise<TwinParts[]> {
  return readParts(db, twinIds, partIdOfRow);
}

async function readParts(db: Db, twinIds: readonly number[], give: GivePartId): Promise<TwinParts[]> {
  const twins = await selectTwins(db, twinIds);
  const ids = twins.map(({ id }) => id);
  const modes = await selectFailureModes(db, ids);
  const modeIds = modes.map(({ id }) => id);
  const protections = await selectProtections(db, ids);
  const patternProtections = protections.flatMap(({ id, type }) => (type === 'pattern' ? [id] : []));
  const rows = {
    inputs: byTwin(await selectInputs(db, ids)),
    tags: byTwin(await selectCalculatedTags(db, ids)),
    modes: byTwin(modes),
    activities: byTwin(await selectActivities(db, ids)),
    protections: byTwin(protections),
    thresholds: byTwin(await selectThresholds(db, ids)),
    parameters: byTwin(await selectParameters(db, ids)),
    sets: patternProtections.length === 0 ? [] : await selectPatternSets(db, patternProtections),
    probabilities: [
      ...(await selectProbabilitiesByOwner(db, 'twin_id', ids)),
      ...(await selectProbabilitiesByOwner(db, 'failure_mode_id', modeIds)),
    ],
    consequences: [
      ...(await selectConsequencesByOwner(db, 'twin_id', ids)),
      ...(await selectConsequencesByOwner(db, 'failure_mode_id', modeIds)),
    ],
  };
  const risks = {
    probabilityOfTwin: new Map(rows.probabilities.map((row) => [row.twin_id, row])),
    probabilityOfMode: new Map(rows.probabilities.map((row) => [row.failure_mode_id, row])),
    consequenceOfTwin: new Map(rows.consequences.map((row) => [row.twin_id, row])),
    consequenceOfMode: new Map(rows.consequences.map((row) => [row.failure_mode_id, row])),
    sets: new Map(rows.sets.map((set) => [set.protection_id, set])),
  };
  return twins.map((twin) => {
    const of = <Row>(all: ReadonlyMap<number, Row[]>) => all.get(twin.id) ?? [];
    const reader = new TwinReader(twin, give, {
      ...risks,
      inputs: of(rows.inputs),
      tags: of(rows.tags),
      modes: of(rows.modes),
      activities: of(rows.activities),
      protections: of(rows.protections),
      thresholds: of(rows.thresholds),
      parameters: of(rows.parameters),
    });
    return {
      twinId: twin.id,
      assetId: twin.asset_id,
      uniqueId: twin.unique_id,
      assetName: twin.asset_name,
      startDate: twin.start_date,
      modelVersionId: twin.model_version_id,
      ...reader.read(),
    };
  });
}

function byTwin<Row extends { twin_id: number | null }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.twin_id!);
    if (group) group.push(row);
    else groups.set(row.twin_id!, [row]);
  }
  return groups;
}
