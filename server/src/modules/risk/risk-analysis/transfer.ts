import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { updateEntry } from './asset-store.ts';
import { addAssetsIn, removeAssets } from './assets.ts';
import { recalculate } from './figures.ts';
import { updateTotals } from './figures-store.ts';
import { upsertOwnProbability } from './probability-store.ts';
import { lockAnalysis } from './store.ts';
import {
  deleteOwnProbabilities,
  selectMovedEntries,
  selectMovedProbabilities,
  selectNamedModes,
  updateImproveCosts,
} from './transfer-store.ts';

/** The data of an asset that applies only in an analysis, with names instead of ids. */
export interface MovedEntry {
  /** Unique id of the asset. */
  asset: string;
  improve: boolean;
  improveDescription: string;
  improveCost: number | null;
  consequence: number | null;
  probabilities: {
    /** Name of a failure mode of the asset's twin; null: the asset as a whole. */
    failureMode: string | null;
    parameters: FailureDistributionParameters;
    library: boolean;
  }[];
}

/** Returns the data of the assets of an analysis, by unique id. */
export async function readMovedEntries(
  db: Db,
  analysisId: number,
): Promise<(MovedEntry & { assetId: number })[]> {
  const rows = await selectMovedEntries(db, analysisId);
  const probabilities = new Map<number, MovedEntry['probabilities']>();
  for (const { asset_id, ...probability } of await selectMovedProbabilities(db, analysisId)) {
    const own = probabilities.get(asset_id) ?? [];
    own.push(probability);
    probabilities.set(asset_id, own);
  }
  return rows.map(({ assetId, ...row }) => ({
    assetId,
    ...row,
    probabilities: probabilities.get(assetId) ?? [],
  }));
}

/**
 * Replaces the assets of an analysis and their data.
 * @param assetIds ids by unique id
 * @throws AppError `invalid-request` for a failure mode that a twin does not have; `conflict` if the edition disallows
 *   it.
 */
export function replaceMovedEntries(
  actor: Actor,
  analysisId: number,
  entries: readonly MovedEntry[],
  assetIds: ReadonlyMap<string, number>,
): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const wanted = entries.map(({ asset }) => assetIds.get(asset)!);
    const kept = new Set(wanted);
    const before = await selectMovedEntries(db, analysisId);
    const surplus = before.map(({ assetId }) => assetId).filter((id) => !kept.has(id));
    if (surplus.length > 0)
      await removeAssets({ ...actor, tenant: { ...actor.tenant, db } }, analysisId, surplus);
    if (wanted.length > 0) await addAssetsIn(db, actor, analysisId, wanted, 'assets');
    const modes = new Map(
      (await selectNamedModes(db, wanted)).map(({ asset_id, id, name }) => [`${asset_id} ${name}`, id]),
    );
    await deleteOwnProbabilities(db, analysisId);
    const known = new Map(before.map(({ assetId, ...facts }) => [assetId, facts]));
    for (const [place, { probabilities, ...entry }] of entries.entries()) {
      const assetId = wanted[place]!;
      if (JSON.stringify(known.get(assetId) ?? unsaid(entry.asset)) !== JSON.stringify(entry))
        await updateEntry(db, analysisId, assetId, {
          improve: entry.improve,
          improve_description: entry.improveDescription,
          own_consequence: entry.consequence,
        });
      for (const [i, { failureMode, parameters, library }] of probabilities.entries()) {
        const mode = failureMode === null ? null : modes.get(`${assetId} ${failureMode}`);
        if (mode === undefined)
          refuseProblems([
            {
              path: `assets.${place}.probabilities.${i}.failureMode`,
              message: `The twin of ${entry.asset} has no failure mode '${failureMode}'.`,
            },
          ]);
        const fields = { failureDistribution: parameters.distribution, parameters, library };
        await upsertOwnProbability(db, { analysisId, assetId, twinId: null }, mode!, fields);
      }
    }
    await updateImproveCosts(
      db,
      analysisId,
      entries.map(({ improveCost }, place) => ({ assetId: wanted[place]!, cost: improveCost })),
    );
    await recalculate(db, analysisId, null);
    await updateTotals(db, analysisId);
  });
}

/** Returns the default data of an asset in an analysis. */
const unsaid = (asset: string): Omit<MovedEntry, 'probabilities'> => ({
  asset,
  improve: false,
  improveDescription: '',
  improveCost: null,
  consequence: null,
});
