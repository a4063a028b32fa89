import type { JobStatus, JobStatusName, TagStatus } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { type LatestCommand, readLatestImports, readLatestOnTargets } from '../../jobs/command/service.ts';

/** Returns the status of the latest import and the latest recalculation of each tag, by tag id. */
export async function listJobStatuses(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Omit<TagStatus, 'id' | 'connectionId'>>> {
  const keys = ids.map(String);
  const imports = byKey(await readLatestImports(db, ids));
  const recalculations = byKey(await readLatestOnTargets(db, 'recalculate-tag', 'tag', keys));
  return new Map(
    ids.map((id) => [
      id,
      {
        dataImportJobStatus: toStatus(imports.get(String(id)), 'loading'),
        recalculationJobStatus: toStatus(recalculations.get(String(id)), 'running'),
      },
    ]),
  );
}

const byKey = (commands: readonly LatestCommand[]) => new Map(commands.map((one) => [one.key, one]));

function toStatus(command: LatestCommand | undefined, running: JobStatusName): JobStatus | null {
  if (!command) return null;
  const names: Record<LatestCommand['status'], JobStatusName> = {
    queued: 'pending',
    running,
    done: 'complete',
    error: 'error',
    canceled: 'canceled',
  };
  return {
    status: names[command.status],
    percent: command.percent,
    lastUpdated: command.updatedAt.toISOString(),
    commandId: command.commandId,
    error: command.error,
  };
}
