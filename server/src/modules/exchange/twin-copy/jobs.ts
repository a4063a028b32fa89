import type { Asset } from '@twinward/contracts/assets/asset';
import type { CopyResult } from '@twinward/contracts/twins/twin';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { AppError } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { type CommandCall, type CommandHandler, startOwnCommand } from '../../jobs/command/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getTwin } from '../../twins/twin/service.ts';
import { copyTwinTo } from './copy-twin.ts';

const audit = new EntityAudit('twin');

interface CopyInput {
  twinId: number;
  assetIds: number[];
  userId: number;
  userName: string;
}

/**
 * Starts a command that copies a twin to assets.
 * @returns the command's id.
 * @throws AppError `not-found`.
 */
export async function startCopy(
  { tenant, userId, userName }: Actor,
  twinId: number,
  assetIds: readonly number[],
): Promise<string> {
  const { assetName } = await getTwin(tenant.db, twinId);
  const input: CopyInput = { twinId, assetIds: [...new Set(assetIds)], userId, userName };
  return startOwnCommand(
    { tenant, userId },
    {
      type: 'copy-twin',
      targetType: 'twin',
      targetId: String(twinId),
      targetName: assetName,
      input: { ...input },
    },
  );
}

/** The results so far, in the order of the assets; an interrupted command resumes after them. */
interface Progress {
  copied: number;
  refused: number;
  results: CopyResult[];
}

/** Executes commands of type copy-twin: one transaction per asset, with its result. */
export const copyTwin: CommandHandler = { run: copyAll };

async function copyAll(call: CommandCall): Promise<Record<string, unknown>> {
  const input = call.input as unknown as CopyInput;
  const { assetIds } = input;
  let progress: Progress = {
    copied: 0,
    refused: 0,
    results: [],
    ...(call.resumed as Partial<Progress> | null),
  };
  for (let at = progress.results.length; at < assetIds.length; at++) {
    progress = await call.transaction(async (transaction) => {
      const result = await copyTo(transaction, input, assetIds[at]!);
      const next: Progress = {
        copied: progress.copied + (result.twinId === null ? 0 : 1),
        refused: progress.refused + (result.twinId === null ? 1 : 0),
        results: [...progress.results, result],
      };
      await call.progress(transaction, (100 * (at + 1)) / assetIds.length, { ...next });
      return next;
    });
  }
  return { ...progress };
}

async function copyTo(db: Db, input: CopyInput, assetId: number): Promise<CopyResult> {
  const [asset] = await getAssets(db, [assetId]);
  if (!asset) return { assetId, assetName: `Asset ${assetId}`, twinId: null, message: 'Asset not found.' };
  const named = { assetId, assetName: asset.assetName };
  if (asset.twinId !== null) {
    return { ...named, twinId: null, message: `The asset ${asset.assetName} already has a twin.` };
  }
  try {
    const { twinId, unmapped } = await inSavepoint(db, () => createCopy(db, input, asset));
    return { ...named, twinId, message: unmapped.length === 0 ? '' : `Not mapped: ${unmapped.join(', ')}.` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...named, twinId: null, message: error.message };
  }
}

async function createCopy(db: Db, { twinId: sourceId, ...actor }: CopyInput, asset: Asset) {
  const source = await getTwin(db, sourceId);
  const copied = await copyTwinTo(db, actor, source, asset);
  await audit.record(
    db,
    actor,
    'create',
    { id: copied.twinId, name: asset.assetName },
    { new: { copiedFrom: source.assetName } },
  );
  return copied;
}
