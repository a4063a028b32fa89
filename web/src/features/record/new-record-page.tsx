import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useRecordType } from '../../shared/api/queries/use-record-type.ts';
import { newValues } from '../../shared/record/record-values.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Page } from '../../ui/page/page.tsx';
import { type LinkTo, useLinkNew } from './api.ts';
import { RecordForm } from './record-form.tsx';
import { recordPath, recordsPath, typeRecordsPath } from './record-paths.ts';
import { TypeChoice } from './type-choice.tsx';

/**
 * `/tools/records/new?type=`: the form of a new record. With `relationship`, `side` and `linkTo` in the URL, the record
 * is linked to another one after it is saved.
 */
export function NewRecordPage(): ReactNode {
  const [address] = useSearchParams();
  const name = address.get('type') ?? '';
  const found = useRecordType(name);
  if (name === '')
    return (
      <Page title="New record" breadcrumbs={[{ label: 'Records', to: recordsPath }]}>
        <TypeChoice />
      </Page>
    );
  if (isUnknown(found.error)) return <UnknownRecord />;
  const type = found.data;
  return (
    <Page
      title={type === undefined ? '' : `New ${type.caption}`}
      breadcrumbs={[
        { label: 'Records', to: recordsPath },
        ...(type === undefined
          ? []
          : [{ label: type.pluralCaption || type.caption, to: typeRecordsPath(type.name) }]),
      ]}
    >
      <Loaded query={found} rows={10} fallback="The record type could not be loaded.">
        {(loaded) => {
          if (loaded.isSystem || !loaded.mayWrite)
            return <EmptyState title="You do not have permission to add records of this type." />;
          return loaded.deprecated ? (
            <EmptyState title="The record type is deprecated. No new records can be added." />
          ) : (
            <NewRecord key={loaded.name} type={loaded} link={linkIn(address)} />
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The link requested in the URL; null for none. */
function linkIn(address: URLSearchParams): LinkTo | null {
  const [relationship, side, id] = [
    address.get('relationship'),
    address.get('side'),
    idIn(address.get('linkTo')),
  ];
  return relationship === null || id === null || (side !== 'from' && side !== 'to')
    ? null
    : { relationship, side, id };
}

function NewRecord({ type, link }: { type: RecordType; link: LinkTo | null }): ReactNode {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const { user } = useSession();
  const linking = useLinkNew();
  const [initial] = useState(() => {
    const now = new Date();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
    return newValues(type, user.id, today, now.toISOString());
  });
  const [began] = useState(type);
  const open = ({ id }: CustomRecord, linkFailure?: string): void =>
    void navigate(recordPath(id), {
      replace: true,
      ...(linkFailure === undefined ? {} : { state: { linkFailure } }),
    });
  return (
    <RecordForm
      type={began}
      record={null}
      initial={initial}
      onSaved={(saved) => {
        if (link === null) open(saved);
        else
          linking.mutate(
            { id: saved.id, to: link },
            {
              onSuccess: () => open(saved),
              // The record was created and can be linked from its page.
              onError: (error) =>
                open(saved, failureMessage(error, 'The record was added, but could not be linked.')),
            },
          );
      }}
      onCancel={() => void navigate(typeRecordsPath(type.name))}
    />
  );
}
