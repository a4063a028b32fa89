import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import { DAY } from '@twinward/domain/duration';
import { type ReactNode, useMemo } from 'react';
import { useDataExtent } from '../../../shared/api/queries/use-data-extent.ts';
import { usePlantTimeZone } from '../../../shared/api/queries/use-plant-time-zone.ts';
import type { definitionOfDraft, TwinInput } from '../../../shared/protection/draft.ts';
import { QueryError } from '../../../ui/feedback/loaded.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';

const noPatterns: readonly PatternOfSet[] = [];

/** The preview. Waits for the extent of the inputs' data, since its range ends at the latest data. */
export function EditorPreview({
  twin,
  protection,
  aliases,
  ...shared
}: {
  twin: Twin;
  /** The saved protection; the id is 0 while it is new. */
  protection: { id: number; indicatorPattern: Protection['indicatorPattern'] };
  failureModeIds: readonly number[];
  aliases: readonly TwinInput[];
  definition: ReturnType<typeof definitionOfDraft>;
  saved: ReturnType<typeof definitionOfDraft> | null;
}): ReactNode {
  const tags = aliases.flatMap(({ type, mappedTagId }) =>
    mappedTagId === null ? [] : [{ type, tagId: mappedTagId }],
  );
  const { extent: known, isPending } = useDataExtent(tags);
  const extent = useMemo(() => known ?? { from: Date.now() - 365 * DAY, to: Date.now() }, [known]);
  const patterns = protection.indicatorPattern?.patterns ?? noPatterns;
  const zone = usePlantTimeZone();
  if (zone.error !== null) {
    return <QueryError query={zone} fallback="The preview could not be prepared." />;
  }
  if (zone.data === undefined || isPending) return null;
  return (
    <PreviewPanel
      twinId={twin.id}
      indicatorId={patterns === noPatterns ? undefined : protection.id}
      patterns={patterns}
      aliases={aliases}
      startDate={twin.startDate}
      outOfServiceAt={twin.outOfServiceAt}
      timeZone={zone.data.timeZone}
      extent={extent}
      {...shared}
    />
  );
}
