import { isDeepStrictEqual } from 'node:util';
import { customPrefix } from '@twinward/contracts/connections/mapping';
import type { RecordSource } from '@twinward/contracts/core/record-source';
import { isEmpty } from '@twinward/domain/rules/rule';
import { AppError } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';

/** A record that is read from another system, by its stream and its key in that system. */
export interface SourceKey {
  streamId: number;
  key: string;
}

/**
 * Rejects a change of fields that another system owns. Records that no longer exist there can be changed.
 * @param before the values in the form of the change
 * @throws AppError `invalid-request`, naming each of the fields and its source
 */
export function refuseOwned(
  source: RecordSource | null,
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): void {
  if (!source || source.goneAt !== null) return;
  const problems: Problem[] = [];
  const inRecord = (record: Readonly<Record<string, unknown>>, name: string) =>
    name.startsWith(customPrefix)
      ? (record.fields as Record<string, unknown> | undefined)?.[name.slice(customPrefix.length)]
      : record[name];
  for (const name of source.fields) {
    const now = inRecord(change, name);
    if (now === undefined) continue;
    const old = inRecord(before, name);
    if (isDeepStrictEqual(now, old) || (isEmpty(now) && isEmpty(old))) continue;
    const path = name.startsWith(customPrefix) ? `fields.${name.slice(customPrefix.length)}` : name;
    problems.push({
      path,
      message: `It is read from ${source.connectionName} and can only be changed there.`,
    });
  }
  refuseProblems(problems);
}

/** @throws AppError `conflict` for a record that exists in another system */
export function refuseDeletionOfOwned(source: RecordSource | null, name: string): void {
  if (!source || source.goneAt !== null || source.fields.length === 0) return;
  const message = `${name} is read from ${source.connectionName} and would be imported again. Please delete it there.`;
  throw new AppError('conflict', message);
}
