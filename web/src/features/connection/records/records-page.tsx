import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { RefusedRecord, StreamExtraction } from '@twinward/contracts/connections/extraction';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useExtraction, useReadAgain } from '../api/records.ts';
import { ConnectionScreen, type ShownConnection } from '../connection-screen.tsx';
import { configurationPath, mappingPath } from '../connection-words.ts';

/** `/settings/connections/{id}/records`: the progress of reading assets and work of a system. */
export const RecordsPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Records {...shown} />}</ConnectionScreen>
);

/** The stream to read again; null for all streams. */
type Asked = { stream: string | null; label: string };

function Records({ connection: { id } }: ShownConnection): ReactNode {
  const extraction = useExtraction(id);
  const [asked, ask] = useState<Asked | null>(null);
  usePageCommands(
    (extraction.data ?? []).map(({ stream, label }) => ({
      title: `Map fields of ${label}`,
      to: mappingPath(id, stream),
      isTyped: true,
    })),
  );
  return (
    <Loaded query={extraction} rows={8} fallback="The read status could not be loaded.">
      {(streams) =>
        streams.length === 0 ? (
          <EmptyState
            title="This connection reads no records."
            hint="Choose the types of assets and work to read in the configuration."
            action={<TextLink to={configurationPath(id)}>Configuration</TextLink>}
          />
        ) : (
          <Stack spacing={6}>
            <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
              <Muted sx={{ flex: 1, minWidth: 240 }}>
                All assets and work since the start date are read first, then only changes. Assets that were
                deleted in the other system go out of service; nothing is deleted in Twinward.
              </Muted>
              <Button variant="outlined" onClick={() => ask({ stream: null, label: 'All records' })}>
                Read again from the start date
              </Button>
            </Stack>
            {streams.map((one) => (
              <Stream
                key={one.stream}
                connectionId={id}
                extraction={one}
                onReadAgain={() => ask({ stream: one.stream, label: one.label })}
              />
            ))}
            {asked === null ? null : (
              <ReadAgainDialog connectionId={id} asked={asked} onClose={() => ask(null)} />
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Stream({
  connectionId,
  extraction,
  onReadAgain,
}: {
  connectionId: number;
  extraction: StreamExtraction;
  onReadAgain(): void;
}): ReactNode {
  const { stream, kind, label, lastError, lastErrorTime, refused, refusedRecords } = extraction;
  return (
    <Section
      title={label}
      aside={
        <>
          <Button
            component={Link}
            to={mappingPath(connectionId, stream)}
            aria-label={`Map fields of ${label}`}
          >
            Map fields
          </Button>
          <Button aria-label={`Read ${label} again from the start date`} onClick={onReadAgain}>
            Read again
          </Button>
        </>
      }
    >
      {lastError === null ? null : (
        <Box sx={{ pb: 2 }}>
          <AlertBar
            severity="warning"
            message={
              <>
                {lastError} <Time value={lastErrorTime} />
              </>
            }
          />
        </Box>
      )}
      <Facts
        facts={[
          ['Imported as', kind === 'work' ? 'Work' : 'Assets'],
          ['Changes read up to', <Time key="watermark" value={extraction.watermark} none="None yet" />],
          ['Last read', <Time key="read" value={extraction.lastRead} none="Not yet" />],
          ['Last full comparison', <Time key="compared" value={extraction.lastCompared} none="Not yet" />],
          ['Created', formatCount(extraction.created)],
          ['Changed', formatCount(extraction.changed)],
          ['Unchanged', formatCount(extraction.unchanged)],
          ['Deleted in system', formatCount(extraction.gone)],
          ['Rejected', formatCount(refused)],
        ]}
      />
      {refusedRecords.length === 0 ? null : (
        <Box sx={{ pt: 2 }}>
          <DataTable
            label={`Rejected records of ${label}`}
            columns={refusedColumns}
            rows={refusedRecords}
            rowKey={({ key }) => key}
          />
          <Muted sx={{ pt: 1 }}>
            {refused > refusedRecords.length ? `The latest ${refusedRecords.length} of them. ` : ''}They are
            retried until they can be imported.
          </Muted>
        </Box>
      )}
    </Section>
  );
}

const refusedColumns: readonly Column<RefusedRecord>[] = [
  { id: 'key', header: 'Record', width: '20%', cell: ({ key }) => <span title={key}>{key}</span> },
  { id: 'message', header: 'Reason', wraps: true, cell: ({ message }) => message },
  {
    id: 'time',
    header: 'Last attempt',
    width: '160px',
    wide: true,
    cell: ({ time }) => <Time value={time} />,
  },
];

function ReadAgainDialog({
  connectionId,
  asked: { stream, label },
  onClose,
}: {
  connectionId: number;
  asked: Asked;
  onClose(): void;
}): ReactNode {
  const read = useReadAgain(connectionId);
  return (
    <ConfirmDialog
      title="Read again from the start date?"
      yes="Read again"
      width={400}
      saving={read}
      fallback="Reading could not be started."
      onYes={() => read.mutate(stream, { onSuccess: onClose })}
      onNo={onClose}
    >
      {`${label}: everything that changed since the start date is read again. Existing records are updated where they differ; no duplicates are created.`}
    </ConfirmDialog>
  );
}
