import {
  type Connection,
  type ConnectionType,
  type ExportTagStatus,
  noConnector,
} from '@twinward/contracts/connections/connection';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ReactNode } from 'react';
import { equals } from '../../../shared/api/filters.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useConnections } from '../api/connections.ts';
import { listOthers } from '../connection-list.ts';
import {
  clockText,
  connectionPath,
  connectionTagsPath,
  feedsTags,
  placeLabels,
  rateText,
  roleLabels,
  secondsText,
} from '../connection-words.ts';

/** The current figures of a connection. */
export function FactsSection({
  connection,
  type,
}: {
  connection: Connection;
  type: ConnectionType | undefined;
}): ReactNode {
  const { certificateEnd, clockSeconds, lastError } = connection;
  const roles = type?.roles ?? [];
  return (
    <Section title="Now">
      <Facts
        facts={[
          ['Type', type?.name ?? `${connection.type}. ${noConnector}.`],
          ...(roles.length === 0
            ? []
            : [['Provides', roles.map((role) => roleLabels[role]).join(', ')] as const]),
          ['Runs', placeLabels[connection.place]],
          ...(connection.message === '' ? [] : [['Message', connection.message] as const]),
          ...(feedsTags(new Set(roles)) ? pointFacts(connection) : []),
          ...(clockSeconds === null ? [] : [['System clock', clockText(clockSeconds)] as const]),
          ...(certificateEnd === null
            ? []
            : [['Certificate expires', <Time key="certificate" value={certificateEnd} />] as const]),
          [
            'Last error',
            lastError === null ? (
              'None'
            ) : (
              <span key="error">
                <Time value={connection.lastErrorTime} />: {lastError}
              </span>
            ),
          ],
          ['Standby connections', <StandIns key="stand-ins" connection={connection} />],
        ]}
      />
    </Section>
  );
}

/** The facts of a connection that delivers points. */
const pointFacts = (connection: Connection): (readonly [string, ReactNode])[] => [
  [
    'Tags',
    <TextLink key="tags" to={connectionTagsPath(connection.id)}>
      {formatCount(connection.tags)}
    </TextLink>,
  ],
  ['Tags exported', <LastExport key="export" status={connection.exportTagStatus} />],
  ['Points per second', rateText(connection.pointsPerSecond)],
  ['Latest point', <Time key="point" value={connection.lastPointTime} none="None yet" />],
  ['Lag', secondsText(connection.lagSeconds)],
];

/** The result of the last export of its tags. */
function LastExport({ status }: { status: ExportTagStatus | null }): ReactNode {
  if (status === null) return 'Not yet';
  return (
    <>
      <Time value={status.time} />: {status.status === 'error' ? `Failed. ${status.message}` : status.message}
    </>
  );
}

/** The other connections of the group. */
function StandIns({ connection }: { connection: Connection }): ReactNode {
  const { connectionGroupId } = connection;
  const body: ListBody = { filters: equals('ConnectionGroupId', connectionGroupId), sorts: [] };
  const others = listOthers(connection, useConnections(body).data?.records ?? []);
  if (others.length === 0) return 'None';
  return others.map(({ id, name, isActive }, index) => (
    <span key={id}>
      {index === 0 ? '' : ', '}
      <TextLink to={connectionPath(id)}>{name}</TextLink>
      {isActive ? ' (active)' : ''}
    </span>
  ));
}
