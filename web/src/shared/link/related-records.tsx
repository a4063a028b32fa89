import type { LinkPanel } from '@twinward/contracts/records/link';
import { Fragment, type ReactNode } from 'react';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { usePageCommands } from '../commands/page-commands.ts';
import type { RecordKey } from '../record/record-key.ts';
import { LinkedRecords } from './linked-records.tsx';
import { mayAdd, newRecordPath, useLinkPanels } from './links.ts';

/**
 * The records linked to a record, with a panel for each relationship. The standard relationship is omitted, since the
 * tree and the breadcrumbs show it.
 */
export function RelatedRecords(owner: RecordKey): ReactNode {
  const panels = useLinkPanels(owner);
  usePageCommands(
    (panels.data ?? []).filter(mayAdd).map((panel) => ({
      title: `Add to ${panel.caption}`,
      to: newRecordPath(owner, panel),
    })),
  );
  if (panels.isError) {
    return <QueryError query={panels} fallback="The related records could not be loaded." />;
  }
  return (panels.data ?? [])
    .filter((panel) => !panel.standard)
    .map((panel) => (
      <Fragment key={toKey(panel)}>
        <LinkedRecords owner={owner} panel={panel} />
      </Fragment>
    ));
}

const toKey = ({ relationship, side }: LinkPanel): string => `${relationship} ${side}`;
