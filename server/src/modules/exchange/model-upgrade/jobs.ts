import { mergeDefinitions } from '@twinward/domain/library/merge';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { listTagTypes } from '../../signals/tag/service.ts';
import { type AuditDifference, type AuditSubject, EntityAudit } from '../../system/audit/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  type Target,
  type TwinParts,
  type Written,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { getPublishedVersions, type PublishedVersion } from '../twin-model/service.ts';
import { Choices } from './choices.ts';
import { notifyOfUpgrade } from './notices.ts';
import type { PreviewInput, UpgradeInput } from './service.ts';
import { calculateChecksum, fromSnapshot, toSnapshot } from './snapshot.ts';
import {
  countUpgrades,
  type DoneUpgrade,
  insertUpgrades,
  type NewUpgrade,
  type PendingUpgrade,
  selectPending,
  updateUndone,
  updateUpgrades,
} from './store.ts';

/** Executes commands of type preview-upgrade, which show the effects of an upgrade. */
export const previewUpgrade: CommandHandler = { run: preview };

/** Executes commands of type upgrade-twins, which upgrade twins or undo an upgrade. */
export const upgradeTwins: CommandHandler = { run: upgrade, clean: notifyOfUpgrade };

const batchSize = 20;

/** The versions that a command needs. Each is read once, so that merges can reuse what they prepared for it. */
class Versions {
  readonly #known = new Map<number, PublishedVersion>();

  async get(db: Db, id: number): Promise<PublishedVersion> {
    const known = this.#known.get(id);
    if (known) return known;
    const version = found((await getPublishedVersions(db, [id])).get(id), 'Version');
    this.#known.set(id, version);
    return version;
  }
}

async function preview(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const { versionId, twinIds } = call.input as unknown as PreviewInput;
  const versions = new Versions();
  for (let done = Number(call.resumed?.done ?? 0); done < twinIds.length; ) {
    const twins = await readTwins(db, twinIds.slice(done, done + batchSize));
    const upgrades: NewUpgrade[] = [];
    for (const twin of twins) {
      // The twin lost its model meanwhile, or is already at the version.
      if (twin.modelVersionId === null || twin.modelVersionId === versionId) continue;
      upgrades.push(await previewTwin(db, versions, twin, versionId));
    }
    done = Math.min(done + batchSize, twinIds.length);
    await call.transaction(async (transaction) => {
      await insertUpgrades(transaction, call.commandId, upgrades);
      await call.progress(transaction, (done / twinIds.length) * 99, { done });
    });
  }
  return countUpgrades(db, call.commandId);
}

async function previewTwin(
  db: Db,
  versions: Versions,
  twin: TwinParts,
  versionId: number,
): Promise<NewUpgrade> {
  const base = await versions.get(db, twin.modelVersionId!);
  const model = await versions.get(db, versionId);
  const { parts } = mergeDefinitions(base.definition, model.definition, twin.definition);
  const count = (outcome: string) => parts.filter((part) => part.outcome === outcome).length;
  const conflicts = count('conflict');
  return {
    twin_id: twin.twinId,
    from_version_id: base.versionId,
    to_version_id: versionId,
    taken: count('take'),
    kept: count('keep'),
    conflicts,
    outcome: conflicts > 0 ? 'conflict' : 'proposed',
    seen: calculateChecksum(twin),
  };
}

async function upgrade(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as UpgradeInput;
  const run: Run = {
    ...input,
    commandId: call.commandId,
    chosen: new Choices(input.choices, input.others),
    versions: new Versions(),
    checks: new DefinitionChecks(),
  };
  const all = Object.values(await countUpgrades(db, call.commandId)).reduce((sum, count) => sum + count, 0);
  for (;;) {
    const more = await call.transaction(async (transaction) => {
      const batch = await selectPending(transaction, call.commandId, batchSize);
      if (batch.length === 0) return false;
      await upgradeSome(transaction, run, batch);
      const counts = await countUpgrades(transaction, call.commandId);
      await call.progress(transaction, (1 - (counts.proposed ?? 0) / all) * 99, counts);
      return true;
    });
    if (!more) return countUpgrades(db, call.commandId);
  }
}

interface Run extends UpgradeInput {
  commandId: string;
  chosen: Choices;
  versions: Versions;
  checks: DefinitionChecks;
}

/** Upgrades some twins in one transaction. */
async function upgradeSome(db: Db, run: Run, batch: readonly PendingUpgrade[]): Promise<void> {
  const twins = new Map(
    (
      await lockAndReadTwins(
        db,
        batch.map(({ twinId }) => twinId),
      )
    ).map((twin) => [twin.twinId, twin]),
  );
  const done: DoneUpgrade[] = [];
  const targets: Target[] = [];
  for (const pending of batch) {
    const twin = twins.get(pending.twinId)!;
    const planned = await plan(db, run, pending, twin);
    if ('definition' in planned) {
      targets.push({ ...planned, twin, modelVersionId: pending.toVersionId });
    } else done.push(planned);
  }
  const written = await writeDefinitions(db, run, await withoutDeletedTags(db, targets), {
    checks: run.checks,
    startPatterns: false,
  });
  const byTwin = new Map(batch.map((one) => [one.twinId, one]));
  done.push(...(await finish(db, run, { twins, written, byTwin })));
  await updateUpgrades(db, run.commandId, done);
  if (run.undoes !== null) {
    const undone = done.flatMap(({ twin_id, outcome }) => (outcome === 'undone' ? [twin_id] : []));
    await updateUndone(db, run.undoes, undone);
  }
}

/** Returns targets without tags that have been deleted: their inputs are mapped by their patterns of tag names. */
async function withoutDeletedTags(db: Db, targets: readonly Target[]): Promise<Target[]> {
  const ids = new Set(targets.flatMap(({ tags }) => [...(tags?.values() ?? [])]));
  const existing = new Set(ids.size === 0 ? [] : (await listTagTypes(db, [...ids])).map(({ id }) => id));
  return targets.map(({ tags, ...target }) => ({
    ...target,
    tags: new Map([...(tags ?? [])].filter(([, id]) => existing.has(id))),
  }));
}

const left = (twinId: number, outcome: DoneUpgrade['outcome'], message: string | null): DoneUpgrade => ({
  twin_id: twinId,
  outcome,
  message,
  before: null,
  after: null,
});

/** Returns the target of a twin, or why it stays unchanged. */
async function plan(
  db: Db,
  { chosen, versions, undoes }: Run,
  { twinId, seen, fromVersionId, toVersionId, before }: PendingUpgrade,
  twin: TwinParts,
): Promise<Pick<Target, 'definition' | 'tags' | 'further'> | DoneUpgrade> {
  if (calculateChecksum(twin) !== seen) {
    const since = undoes === null ? 'the preview' : 'the upgrade';
    return left(twinId, 'changed', `The twin was changed since ${since}.`);
  }
  const base = await versions.get(db, fromVersionId);
  const model = await versions.get(db, toVersionId);
  if (undoes !== null) return fromSnapshot(before!, model.definition);
  const merged = mergeDefinitions(base.definition, model.definition, twin.definition);
  const { definition, open } = merged.resolve(chosen.of(twinId));
  if (open === 0) return { definition };
  return left(twinId, 'conflict', open === 1 ? 'One conflict is left.' : `${open} conflicts are left.`);
}

/**
 * Records what was written.
 * @returns the outcomes, with the data needed to undo them.
 */
async function finish(
  db: Db,
  run: Run,
  {
    twins,
    written,
    byTwin,
  }: {
    twins: ReadonlyMap<number, TwinParts>;
    written: readonly Written[];
    byTwin: ReadonlyMap<number, PendingUpgrade>;
  },
): Promise<DoneUpgrade[]> {
  const { undoes, versions } = run;
  const changed = written.filter(({ problem }) => problem === null);
  const now = await readTwins(
    db,
    changed.map(({ twinId }) => twinId),
  );
  const after = new Map(now.map((twin) => [twin.twinId, calculateChecksum(twin)]));
  const named = async (versionId: number) => {
    const { modelName, major, minor, patch } = await versions.get(db, versionId);
    return `${modelName} ${major}.${minor}.${patch}`;
  };
  const done: DoneUpgrade[] = [];
  const audits: (AuditSubject & AuditDifference)[] = [];
  for (const { twinId, problem, differences } of written) {
    if (problem !== null) {
      done.push(left(twinId, 'refused', problem));
      continue;
    }
    const twin = twins.get(twinId)!;
    const { fromVersionId, toVersionId, before } = byTwin.get(twinId)!;
    const base = await versions.get(db, fromVersionId);
    done.push({
      twin_id: twinId,
      outcome: undoes === null ? 'upgraded' : 'undone',
      message: null,
      before: before ?? toSnapshot(twin, base.definition),
      after: after.get(twinId)!,
    });
    audits.push({
      id: twinId,
      name: twin.assetName,
      old: { model: await named(fromVersionId) },
      new: {
        model: await named(toVersionId),
        parts: differences.map(({ change, name }) => `${change} ${name}`.trim()),
      },
    });
  }
  await new EntityAudit('twin').recordAll(db, run, 'update', audits, ({ id, name, ...changed }) => changed);
  return done;
}
