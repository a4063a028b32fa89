import Typography from '@mui/material/Typography';
import type { Annotation } from '@twinward/contracts/twins/annotation';
import { maximumAnswered } from '@twinward/contracts/twins/annotation-limits';
import { type ReactNode, useState } from 'react';
import { LazyQuestion } from '../../ui/dialogs/lazy-question.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useDeleteAnnotation } from './annotation-calls.ts';
import { AnnotationDialog } from './lazy-dialogs.ts';

type Row = Annotation & { number: number };

const columns: readonly Column<Row>[] = [
  { id: 'number', header: 'No.', numeric: true, width: '56px', cell: ({ number }) => number },
  { id: 'text', header: 'Annotation', cell: ({ text }) => <span title={text}>{text}</span> },
  { id: 'subject', header: 'Shown on', wide: true, cell: ({ subject }) => subject },
  { id: 'start', header: 'From', width: '190px', cell: ({ start }) => <Time value={start} /> },
  { id: 'end', header: 'To', width: '190px', wide: true, cell: ({ end }) => <Time value={end} /> },
  {
    id: 'by',
    header: 'By',
    wide: true,
    cell: ({ createdBy, createdAt, updatedAt }) => (
      <>
        {createdBy ?? 'a deleted user'}, <Time value={updatedAt ?? createdAt} />
      </>
    ),
  },
];

/** A table of the annotations on the charts. A click on a row zooms to its range; its menu edits and deletes it. */
export function AnnotationTable({
  annotations,
  onRange,
}: {
  /** Ordered by number. */
  annotations: readonly Row[];
  onRange(range: { from: number; to: number }): void;
}): ReactNode {
  const [asked, setAsked] = useState<{ what: 'edit' | 'delete'; annotation: Annotation } | null>(null);
  const removing = useDeleteAnnotation();
  const close = (): void => setAsked(null);
  if (annotations.length === 0 && asked === null) return null;
  return (
    <Section title="Annotations in this range">
      <DataTable
        label="Annotations"
        columns={columns}
        rows={annotations}
        rowKey={({ id }) => id}
        onOpen={({ start, end }) => {
          const [from, to] = [Date.parse(start), Date.parse(end)];
          onRange({ from: from - (to - from), to: to + (to - from) });
        }}
        actions={{
          label: ({ number }) => `Actions for annotation ${number}`,
          of: (annotation) =>
            annotation.mayChange
              ? [
                  { label: 'Edit', onChoose: () => setAsked({ what: 'edit', annotation }) },
                  { label: 'Delete', onChoose: () => setAsked({ what: 'delete', annotation }) },
                ]
              : [],
        }}
      />
      {annotations.length < maximumAnswered ? null : (
        <Typography variant="body2">{`The latest ${maximumAnswered} are shown. Zoom in for others.`}</Typography>
      )}
      {asked?.what === 'edit' ? <AnnotationDialog annotation={asked.annotation} onClose={close} /> : null}
      {asked?.what === 'delete' ? (
        <LazyQuestion
          open
          title="Delete this annotation?"
          yes="Delete"
          zIndex={1400}
          busy={removing.isPending}
          onYes={() => removing.mutate(asked.annotation, { onSuccess: close })}
          onNo={close}
        >
          {asked.annotation.text}
          <ErrorState error={removing.error} fallback="The annotation could not be deleted." />
        </LazyQuestion>
      ) : null}
    </Section>
  );
}
