import Chip from '@mui/material/Chip';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkPanel } from '@twinward/contracts/records/link';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { captionOfState } from '@twinward/domain/records/states';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useRecordType } from '../../shared/api/queries/use-record-type.ts';
import { RecordFiles } from '../../shared/attachment/record-files.tsx';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { LinkedRecords } from '../../shared/link/linked-records.tsx';
import { mayAdd, newRecordPath as newLinkedPath, useLinkPanels } from '../../shared/link/links.ts';
import { toValues } from '../../shared/record/record-values.ts';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useRecord } from './api.ts';
import { RecordActions } from './record-actions.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordHistory } from './record-history.tsx';
import { newRecordPath, recordPath, recordsPath, typeRecordsPath } from './record-paths.ts';

/** `/tools/records/{id}`: a record of any custom type, its links, files and history as tabs. */
export function RecordPage(): ReactNode {
  const id = idIn(useParams().id);
  return id === null ? <UnknownRecord /> : <KnownRecord key={id} id={id} />;
}

function KnownRecord({ id }: { id: number }): ReactNode {
  const record = useRecord(id);
  const type = useRecordType(record.data?.type ?? '');
  if (isUnknown(record.error) || isUnknown(type.error)) return <UnknownRecord />;
  if (record.data !== undefined && type.data !== undefined)
    return <ShownRecord record={record.data} type={type.data} />;
  return (
    <Page title="">
      <Loaded query={record} rows={12} fallback="The record could not be loaded.">
        {() => (
          <Loaded query={type} rows={12} fallback="The record type could not be loaded.">
            {() => null}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

const toTabKey = ({ relationship, side }: LinkPanel): string => `${relationship}.${side}`;

function ShownRecord({ record, type }: { record: CustomRecord; type: RecordType }): ReactNode {
  const { tab } = useParams();
  const { state: from } = useLocation() as { state: { linkFailure?: string } | null };
  const [isEditing, setIsEditing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const links = useLinkPanels(record);
  const panels = links.data ?? [];
  usePageCommands([
    ...(type.mayWrite && !type.deprecated
      ? [{ title: `Add ${type.caption}`, to: newRecordPath(type.name) }]
      : []),
    ...panels
      .filter(mayAdd)
      .map((panel) => ({ title: `Add to ${panel.caption}`, to: newLinkedPath(record, panel) })),
  ]);
  const path = recordPath(record.id);
  const isDetails = tab === undefined;
  return (
    <Page
      title={record.title || `${type.caption} ${record.id}`}
      breadcrumbs={[
        { label: 'Records', to: recordsPath },
        { label: type.pluralCaption || type.caption, to: typeRecordsPath(type.name) },
      ]}
      state={
        <>
          {record.state === null ? null : (
            <Chip size="small" variant="outlined" label={captionOfState(type, record.state)} />
          )}
          {record.incomplete.length === 0 ? null : <Chip size="small" label="Incomplete" />}
        </>
      }
      actions={
        type.mayWrite ? (
          <RecordActions
            type={type}
            record={record}
            onEdit={isEditing || !isDetails ? null : () => setIsEditing(true)}
            onFailure={setFailure}
          />
        ) : null
      }
      tabs={
        <LinkTabs
          label={type.caption}
          tabs={[
            { label: 'Details', to: path },
            ...panels.map((panel) => ({
              label: panel.count === 0 ? panel.caption : `${panel.caption} (${panel.count})`,
              to: `${path}/${encodeURIComponent(toTabKey(panel))}`,
            })),
            { label: 'Files', to: `${path}/files` },
            { label: 'History', to: `${path}/history` },
          ]}
        />
      }
    >
      {from?.linkFailure === undefined ? null : <AlertBar severity="warning" message={from.linkFailure} />}
      <ErrorState error={failure} fallback="The state could not be changed." />
      {isDetails ? (
        isEditing ? (
          <EditedRecord type={type} record={record} onDone={() => setIsEditing(false)} />
        ) : (
          <RecordFacts type={type} record={record} />
        )
      ) : (
        <TabContent tab={tab} type={type} record={record} links={links} />
      )}
    </Page>
  );
}

/** Keeps the record that was current when editing began as the base of the form, despite later refetches. */
function EditedRecord({
  type,
  record,
  onDone,
}: {
  type: RecordType;
  record: CustomRecord;
  onDone: () => void;
}): ReactNode {
  const [began] = useState({ type, record });
  return (
    <RecordForm
      type={began.type}
      record={began.record}
      initial={toValues(began.type, began.record)}
      onSaved={onDone}
      onCancel={onDone}
    />
  );
}

function TabContent({
  tab,
  type,
  record,
  links,
}: {
  tab: string;
  type: RecordType;
  record: CustomRecord;
  links: UseQueryResult<LinkPanel[]>;
}): ReactNode {
  if (tab === 'files') return <RecordFiles type={type} record={record} />;
  if (tab === 'history') return <RecordHistory record={record} />;
  return (
    <Loaded query={links} rows={4} fallback="The related records could not be loaded.">
      {(panels) => {
        const panel = panels.find((one) => toTabKey(one) === tab);
        return panel === undefined ? (
          <UnknownRecord />
        ) : (
          <LinkedRecords key={tab} owner={{ type: record.type, id: record.id }} panel={panel} />
        );
      }}
    </Loaded>
  );
}
