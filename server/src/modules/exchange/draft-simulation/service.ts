import { createHash } from 'node:crypto';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { DraftSimulation, NewDraftSimulation } from '@twinward/contracts/library/draft-simulation';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { readCommand, startCommand } from '../../jobs/command/service.ts';
import { simulatedRange } from '../../proof/simulation/service.ts';
import { findModel, readDraft } from '../twin-model/service.ts';
import {
  deleteSimulation,
  insertSimulation,
  lockModel,
  selectSimulatedAssets,
  selectSimulation,
} from './store.ts';

/** The stored input of a simulation. */
export interface SimulationInput {
  modelId: number;
  /** Checksum of the draft. */
  seen: string;
  from: number;
  to: number;
  minimumScore: number;
  userId: number;
  userName: string;
}

/** Equal drafts have equal checksums. */
export const calculateChecksum = (definition: ModelDefinition): string =>
  createHash('sha256').update(JSON.stringify(definition)).digest('hex');

/**
 * Starts a command that simulates the draft of a model on assets, in place of the previous simulation.
 * @returns the command's id.
 * @throws AppError `not-found` without a draft that the user may see; `conflict` while a simulation of it runs;
 *   `invalid-request` for an unknown asset, and like `simulatedRange`.
 */
export async function startDraftSimulation(
  actor: Actor,
  modelId: number,
  { assetIds, startTime, endTime, minimumScore }: NewDraftSimulation,
): Promise<string> {
  const { tenant, userId, userName } = actor;
  const range = simulatedRange({ startTime, endTime });
  return withTransaction(tenant.db, async (db) => {
    const { name } = await findModel(db, actor, modelId);
    await lockModel(db, modelId);
    const { draft } = await readDraft(db, modelId);
    const known = new Set((await getAssets(db, assetIds)).map(({ id }) => id));
    for (const [index, id] of assetIds.entries()) {
      referred(known.has(id) ? id : undefined, `assetIds.${index}`, id);
    }
    const before = await selectSimulation(db, modelId);
    if (before && (await readCommand(db, before.commandId)).finishedAt === null) {
      throw new AppError('conflict', 'A simulation of the draft is running. Wait for it, or cancel it.');
    }
    await deleteSimulation(db, modelId);
    const seen = calculateChecksum(draft.definition);
    const commandId = await startCommand(db, {
      type: 'simulate-draft',
      targetType: 'twin-model',
      targetId: String(modelId),
      targetName: name,
      input: { modelId, seen, ...range, minimumScore, userId, userName } satisfies SimulationInput,
      createdBy: userId,
    });
    await insertSimulation(db, { modelId, commandId, seen, ...range, assetIds });
    return commandId;
  });
}

/**
 * Returns the simulation of a model's draft; null without one.
 * @throws AppError `not-found` without a draft that the user may see.
 */
export async function getDraftSimulation(actor: Actor, modelId: number): Promise<DraftSimulation | null> {
  const { db } = actor.tenant;
  await findModel(db, actor, modelId);
  const { draft } = await readDraft(db, modelId);
  const row = await selectSimulation(db, modelId);
  if (!row) return null;
  return {
    command: await readCommand(db, row.commandId),
    startTime: row.from.toISOString(),
    endTime: row.to.toISOString(),
    stale: row.seen !== calculateChecksum(draft.definition),
    assets: await selectSimulatedAssets(db, row.commandId),
  };
}
