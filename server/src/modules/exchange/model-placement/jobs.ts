import type { Asset } from '@twinward/contracts/assets/asset';
import type { Db } from '../../../platform/database/database.ts';
import { analyzeGrownTables } from '../../../platform/database/statistics.ts';
import { found } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { deleteTwinBlock, insertTwinBlock } from '../../twins/twin/service.ts';
import {
  createTargetOfNewTwin,
  DefinitionChecks,
  type Written,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { getPublishedVersions, type PublishedVersion } from '../twin-model/service.ts';
import { notifyOfPlacement } from './notices.ts';
import { proposePlacements } from './propose.ts';
import type { PlaceInput, PreviewInput } from './service.ts';
import {
  countPlacements,
  insertPlacements,
  type PlacedInput,
  type PlacementOutcome,
  selectProposed,
  updatePlacements,
} from './store.ts';

const audit = new EntityAudit('twin');

/** Executes commands of type preview-placement, which propose twins for assets. */
export const previewPlacement: CommandHandler = { run: preview };

/** Executes commands of type place-model, which create twins of a model. */
export const placeModel: CommandHandler = { run: place, clean: notifyOfPlacement };

const batchSize = 50;

async function preview(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const { assetIds, versionId, minimumScore } = call.input as unknown as PreviewInput;
  const { definition } = await findVersion(db, versionId);
  for (let done = Number(call.resumed?.done ?? 0); done < assetIds.length; ) {
    const assets = await getAssets(db, assetIds.slice(done, done + batchSize));
    const placements = await proposePlacements(db, { definition, assets, minimumScore });
    done = Math.min(done + batchSize, assetIds.length);
    await call.transaction(async (transaction) => {
      await insertPlacements(transaction, call.commandId, placements);
      await call.progress(transaction, (done / assetIds.length) * 99, { done });
    });
  }
  return countPlacements(db, call.commandId);
}

async function place(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as PlaceInput;
  const version = await findVersion(db, input.versionId);
  const checks = new DefinitionChecks();
  const { proposed: total = 0, ...before } = await countPlacements(db, call.commandId);
  const all = Object.values(before).reduce((sum, count) => sum + count, total);
  for (;;) {
    const more = await call.transaction(async (transaction) => {
      const batch = await selectProposed(transaction, call.commandId, batchSize);
      if (batch.length === 0) return false;
      await placeOn(transaction, call.commandId, { batch, input, version, checks });
      await analyzeGrownTables(transaction);
      const counts = await countPlacements(transaction, call.commandId);
      await call.progress(transaction, (1 - (counts.proposed ?? 0) / all) * 99, counts);
      return true;
    });
    if (!more) return countPlacements(db, call.commandId);
  }
}

async function findVersion(db: Db, versionId: number): Promise<PublishedVersion> {
  return found((await getPublishedVersions(db, [versionId])).get(versionId), 'Version');
}

interface Batch {
  batch: readonly { assetId: number; inputs: PlacedInput[] }[];
  input: PlaceInput;
  version: PublishedVersion;
  checks: DefinitionChecks;
}

/** Creates the twins of some assets in one transaction. */
async function placeOn(db: Db, commandId: string, { batch, input, version, checks }: Batch): Promise<void> {
  const { activate, startPatterns, userId, userName } = input;
  const by = { userId, userName };
  const assets = await getAssets(
    db,
    batch.map(({ assetId }) => assetId),
  );
  const twinIds = await insertTwinBlock(
    db,
    assets.map((asset) => ({
      asset_id: asset.id,
      description: '',
      technical_number: asset.technicalNumber,
      connection_id: null,
      active: activate,
      start_date: null,
      mission_time: null,
    })),
  );
  const inputs = new Map(batch.map((one) => [one.assetId, one.inputs]));
  const placed = assets.filter(({ id }) => twinIds.has(id));
  await saveSystemFields(
    db,
    by,
    'twin',
    placed.map(({ id }) => ({ id: twinIds.get(id)!, isNew: true })),
    { lenient: true },
  );
  const targets = placed.map((asset) =>
    createTargetOfNewTwin(twinIds.get(asset.id)!, asset, {
      definition: version.definition,
      modelVersionId: version.versionId,
      tags: new Map(
        inputs
          .get(asset.id)!
          .flatMap(({ partId, tagId }) => (tagId === null ? [] : [[partId, tagId] as const])),
      ),
    }),
  );
  const written = new Map(
    (await writeDefinitions(db, by, targets, { checks, startPatterns })).map((one) => [one.twinId, one]),
  );
  const refused = [...written.values()].filter(({ problem }) => problem !== null);
  await deleteTwinBlock(
    db,
    refused.map(({ twinId }) => twinId),
  );
  const made = placed.filter(({ id }) => written.get(twinIds.get(id)!)!.problem === null);
  const { modelName, major, minor, patch } = version;
  await audit.recordAll(
    db,
    by,
    'create',
    made.map(({ id, assetName }) => ({ id: twinIds.get(id)!, name: assetName })),
    () => ({ new: { model: `${modelName} ${major}.${minor}.${patch}`, active: activate } }),
  );
  await updatePlacements(
    db,
    commandId,
    batch.map(({ assetId }) => {
      const asset = assets.find(({ id }) => id === assetId);
      return { asset_id: assetId, ...toOutcome(asset, written.get(twinIds.get(assetId) ?? 0)) };
    }),
  );
}

function toOutcome(
  asset: Asset | undefined,
  written: Written | undefined,
): { outcome: PlacementOutcome; message: string | null; twin_id: number | null } {
  if (!asset) return { outcome: 'refused', message: 'The asset was deleted.', twin_id: null };
  if (!written) return { outcome: 'has-twin', message: null, twin_id: asset.twinId };
  const { problem, twinId } = written;
  return problem === null
    ? { outcome: 'placed', message: null, twin_id: twinId }
    : { outcome: 'refused', message: problem, twin_id: null };
}
