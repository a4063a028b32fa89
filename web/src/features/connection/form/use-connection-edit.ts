import type { Connection, ConnectionType } from '@twinward/contracts/connections/connection';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useVersioned, type VersionedEdit } from '../../../shared/form/use-versioned.tsx';
import { useCreateConnection, useUpdateConnection } from '../api/connections.ts';
import {
  type ConnectionDraft,
  draftTexts,
  findProblems,
  hasNewSecret,
  placePath,
  toConfiguration,
  toDraft,
} from './connection-draft.ts';

export interface ConnectionEdit extends Omit<VersionedEdit<Connection | null, ConnectionDraft>, 'problems'> {
  /** Visible errors, by path: those of fields that lost focus, or all after a save attempt. */
  problems: ReadonlyMap<string, string>;
  leave(path: string): void;
}

/** Edits a connection, or a new one (null), optionally as stand-in in a group. */
export function useConnectionEdit(
  connection: Connection | null,
  type: ConnectionType | undefined,
  typeId: string,
  connectionGroupId: number | null = null,
): ConnectionEdit {
  const create = useCreateConnection();
  const update = useUpdateConnection(connection?.id ?? 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<ConnectionDraft | null>(null);
  const texts = useMemo(() => draftTexts(type), [type]);
  const edit = useVersioned<Connection | null, ConnectionDraft>({
    what: 'The connection',
    record: connection,
    toDraft: (record) => toDraft(record, type),
    texts,
    send: (draft, base) => {
      const name = String(draft.name).trim();
      const configuration = toConfiguration(draft, type, typeId);
      const place = draft[placePath] as Connection['place'];
      return base === null
        ? create.mutateAsync({
            name,
            configuration,
            type: typeId,
            connectionGroupId,
            place,
          })
        : update.mutateAsync({ name, configuration, place, version: base.version });
    },
    // The previous value of a secret is unknown.
    isReversible: (next) => !hasNewSecret(next, type),
  });
  const { draft, failure, base } = edit;
  const own = useMemo(() => findProblems(draft, type, base?.secretsSet ?? []), [draft, type, base]);
  const ofServer = useMemo(
    () =>
      new Map(
        (failure instanceof ApiError ? (failure.body.errors ?? []) : []).map(
          ({ path, message }) => [path, message] as const,
        ),
      ),
    [failure],
  );
  const problems = useMemo(
    () =>
      new Map([
        ...(refused === draft ? ofServer : []),
        ...[...own].filter(([path]) => left.has('all') || left.has(path)),
      ]),
    [own, ofServer, refused, draft, left],
  );
  const isToldAtFields = ofServer.size > 0 && [...ofServer.keys()].every((path) => path in draft);
  return {
    ...edit,
    problems,
    failure: isToldAtFields ? null : failure,
    leave: (path) => setLeft((current) => new Set([...current, path])),
    async save() {
      setLeft(new Set(['all']));
      if (own.size > 0) return null;
      const saved = await edit.save();
      if (saved === null) setRefused(draft);
      else setLeft(new Set());
      return saved;
    },
  };
}
