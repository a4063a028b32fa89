import Box from '@mui/material/Box';
import type { Annotation } from '@twinward/contracts/twins/annotation';
import { type ReactNode, useMemo, useState } from 'react';
import { AnnotationContext, type ChartAnnotations } from '../../ui/chart/annotations/annotation-context.ts';
import type { Range, RangeAction } from '../../ui/chart/range.ts';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { useAnnotations } from './annotation-calls.ts';
import type { AnnotationSubject } from './annotation-dialog.tsx';
import { AnnotationTable } from './annotation-table.tsx';
import { NewAnnotationDialog } from './lazy-dialogs.ts';

interface Annotatable {
  twinId: number | null;
  /** Name of the twin. */
  twinName: string;
  tags: readonly { id: number; name: string }[];
  range: Range;
}

/** Sorts annotations by start and numbers them for charts and table. */
const numbered = (annotations: readonly Annotation[]) =>
  annotations.toReversed().map((annotation, index) => ({ ...annotation, number: index + 1 }));

const drawn = (annotations: ReturnType<typeof numbered>): ChartAnnotations['annotations'] =>
  annotations.map(({ id, number, text, tagId, start, end }) => ({
    id,
    number,
    text,
    tagId,
    from: Date.parse(start),
    to: Date.parse(end),
  }));

/** Shows the annotations of tags and their twin on all charts inside and in a table, and lets users add new ones. */
export function Annotated({
  onRange,
  children,
  ...of
}: Annotatable & { onRange(action: RangeAction): void; children: ReactNode }): ReactNode {
  const { twinId, twinName, tags, range } = of;
  const [isMarking, setIsMarking] = useState(false);
  const [marked, setMarked] = useState<{ range: Range; tagId: number | null } | null>(null);
  const answer = useAnnotations(
    twinId,
    tags.map(({ id }) => id),
    range,
  );
  const rows = useMemo(() => numbered(answer.data ?? []), [answer.data]);
  const context = useMemo(
    (): ChartAnnotations => ({
      annotations: drawn(rows),
      isMarking,
      onMarking: setIsMarking,
      onMark: (to, tagId) => setMarked({ range: to, tagId }),
    }),
    [rows, isMarking],
  );
  const subjects: readonly AnnotationSubject[] = [
    ...tags.map(({ id, name }) => ({ twinId: null, tagId: id, name: `Tag ${name}` })),
    ...(twinId === null ? [] : [{ twinId, tagId: null, name: `Twin ${twinName}` }]),
  ];
  return (
    <AnnotationContext value={context}>
      {children}
      {answer.error ? (
        <QueryError query={answer} fallback="The annotations could not be loaded." />
      ) : (
        <Box sx={{ pt: rows.length === 0 ? 0 : 5 }}>
          <AnnotationTable
            annotations={rows}
            onRange={({ from, to }) => onRange({ type: 'select', from, to })}
          />
        </Box>
      )}
      {marked === null ? null : (
        <NewAnnotationDialog
          {...marked}
          subjects={subjects}
          onClose={() => {
            setMarked(null);
            setIsMarking(false);
          }}
        />
      )}
    </AnnotationContext>
  );
}

/** Shows the annotations of a tag and its twin on a chart of a card, read-only. */
export function ShownAnnotations({
  twinId,
  tagId,
  range,
  children,
}: {
  twinId: number | null;
  tagId: number;
  range: Range;
  children: ReactNode;
}): ReactNode {
  const { data } = useAnnotations(twinId, [tagId], range);
  const context = useMemo(
    (): ChartAnnotations => ({
      annotations: drawn(numbered(data ?? [])),
      isMarking: false,
      onMarking: null,
      onMark: () => undefined,
    }),
    [data],
  );
  return <AnnotationContext value={context}>{children}</AnnotationContext>;
}
