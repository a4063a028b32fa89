import { AppError } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { DefinitionChecks } from '../twin-definition/service.ts';
import { readDraft } from '../twin-model/service.ts';
import { calculateChecksum, type SimulationInput } from './service.ts';
import { simulateProtections } from './simulate.ts';
import { countAssets, type SimulatedAsset, selectWaiting, updateAsset } from './store.ts';
import { type Draft, tryDraft } from './try-draft.ts';

/** Executes commands of type simulate-draft. An interrupted one resumes with the next asset. */
export const simulateDraft: CommandHandler = { run: simulateAssets };

/** Milliseconds between writes of the progress, each of which notices a cancellation. */
const interval = 500;

async function simulateAssets(call: CommandCall): Promise<Record<string, unknown>> {
  const { tenant, commandId } = call;
  const { db } = tenant;
  const { modelId, seen, from, to, minimumScore, userId, userName } =
    call.input as unknown as SimulationInput;
  const { draft } = await readDraft(db, modelId);
  if (calculateChecksum(draft.definition) !== seen) {
    throw new AppError('conflict', 'The draft has changed since. Simulate it again.');
  }
  const { id: versionId, definition } = draft;
  const by = { userId, userName };
  const tried: Draft = { modelId, versionId, definition, minimumScore, by, checks: new DefinitionChecks() };
  const { waiting: left = 0, simulated = 0, refused = 0 } = await countAssets(db, commandId);
  const all = left + simulated + refused;
  let done = simulated + refused;
  let last = Date.now();
  const onStep = async (share: number): Promise<void> => {
    if (Date.now() - last < interval) return;
    last = Date.now();
    await call.transaction((transaction) => call.progress(transaction, ((done + share) / all) * 99, {}));
  };
  for (;;) {
    const assetId = await selectWaiting(db, commandId);
    if (assetId === null) return countAssets(db, commandId);
    const result = await simulateAsset(call, tried, { assetId, range: { from, to }, onStep });
    done += 1;
    await call.transaction(async (transaction) => {
      await updateAsset(transaction, commandId, assetId, result);
      await call.progress(transaction, (done / all) * 99, await countAssets(transaction, commandId));
    });
  }
}

async function simulateAsset(
  call: CommandCall,
  draft: Draft,
  {
    assetId,
    range,
    onStep,
  }: {
    assetId: number;
    range: { from: number; to: number };
    onStep: (share: number) => Promise<void>;
  },
): Promise<SimulatedAsset> {
  const { db } = call.tenant;
  const [asset] = await getAssets(db, [assetId]);
  const trial = asset ? await tryDraft(call, draft, asset) : 'The asset was deleted.';
  if (typeof trial === 'string') {
    return { outcome: 'refused', message: trial, conflicts: 0, protections: [] };
  }
  const protections = await simulateProtections(db, trial.protections, range, onStep);
  return { outcome: 'simulated', message: null, conflicts: trial.conflicts, protections };
}
