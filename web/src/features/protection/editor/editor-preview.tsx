import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { DAY } from '@twinward/domain/duration';
import { type ReactNode, useMemo } from 'react';
import { useDataExtent } from '../../../shared/api/queries/use-data-extent.ts';
import { usePlantTimeZone } from '../../../shared/api/queries/use-plant-time-zone.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import type { definitionOfDraft } from './draft.ts';

/** The preview, once the extent of the inputs' data is loaded: its range ends at the latest data. */
export function EditorPreview({
  twin,
  aliases,
  ...shared
}: {
  twin: Twin;
  failureModeIds: readonly number[];
  aliases: readonly TagAlias[];
  definition: ReturnType<typeof definitionOfDraft>;
  saved: ReturnType<typeof definitionOfDraft> | null;
}): ReactNode {
  const tags = aliases.flatMap(({ type, mappedTagId }) =>
    mappedTagId === null ? [] : [{ type, tagId: mappedTagId }],
  );
  const { extent: known, isPending } = useDataExtent(tags);
  const extent = useMemo(() => known ?? { from: Date.now() - 365 * DAY, to: Date.now() }, [known]);
  const zone = usePlantTimeZone();
  if (zone.error !== null) {
    return (
      <ErrorState
        error={zone.error}
        fallback="The preview could not be prepared."
        onRetry={() => void zone.refetch()}
      />
    );
  }
  if (zone.data === undefined || isPending) return null;
  return (
    <PreviewPanel
      twinId={twin.id}
      aliases={aliases}
      startDate={twin.startDate}
      outOfServiceAt={twin.outOfServiceAt}
      timeZone={zone.data.timeZone}
      extent={extent}
      {...shared}
    />
  );
}
