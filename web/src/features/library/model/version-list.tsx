import Box from '@mui/material/Box';
import type { TwinModel, TwinModelVersion } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { DifferenceList } from '../../../shared/library/difference-list.tsx';
import { versionText } from '../../../shared/library/version-text.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useModelVersions, useVersionDifferences } from '../api/models.ts';

const versionName = (version: TwinModelVersion): string =>
  version.state === 'draft' ? 'Draft' : versionText(version);

const columns: readonly Column<TwinModelVersion>[] = [
  { id: 'version', header: 'Version', width: '112px', cell: versionName },
  { id: 'notes', header: 'Notes', wraps: true, cell: ({ notes }) => notes || '–' },
  {
    id: 'published',
    header: 'Published',
    width: '20%',
    wide: true,
    cell: ({ publishedAt }) => (publishedAt === null ? '–' : <Time value={publishedAt} />),
  },
  { id: 'by', header: 'By', width: '14%', wide: true, cell: ({ publishedBy }) => publishedBy ?? '–' },
  {
    id: 'twins',
    header: 'Twins',
    numeric: true,
    width: '88px',
    cell: ({ twinCount }) => formatCount(twinCount),
  },
];

/** The versions of a model, and the differences between any two. */
export function VersionList({ model }: { model: TwinModel }): ReactNode {
  const versions = useModelVersions(model.id);
  return (
    <Section title="Versions">
      <Loaded query={versions} fallback="The versions could not be loaded.">
        {({ records }) => (
          <>
            <DataTable
              label="Versions"
              columns={columns}
              rows={records}
              rowKey={({ versionId }) => versionId}
              rowTo={({ versionId, state }) =>
                `${modelPath(model.id)}/details${state === 'draft' ? '' : `?version=${versionId}`}`
              }
            />
            {records.length < 2 ? null : <Comparison modelId={model.id} versions={records} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Comparison({
  modelId,
  versions,
}: {
  modelId: number;
  /** Newest first, at least two. */
  versions: readonly TwinModelVersion[];
}): ReactNode {
  const [from, setFrom] = useState(versions[1]!.versionId);
  const [to, setTo] = useState(versions[0]!.versionId);
  const differences = useVersionDifferences(modelId, from, to);
  const choices = versions.map((version) => ({
    value: String(version.versionId),
    label: versionName(version),
  }));
  return (
    <Box sx={{ pt: 5 }}>
      <Section title="Differences">
        <Box sx={{ display: 'flex', gap: 3, maxWidth: 320, pb: 2 }}>
          <SelectField
            label="From"
            value={String(from)}
            choices={choices}
            onChange={(event) => setFrom(Number(event.target.value))}
          />
          <SelectField
            label="To"
            value={String(to)}
            choices={choices}
            onChange={(event) => setTo(Number(event.target.value))}
          />
        </Box>
        {from === to ? (
          <DifferenceList differences={[]} none="Choose two versions." />
        ) : (
          <Loaded query={differences} fallback="The differences could not be loaded.">
            {(parts) => <DifferenceList differences={parts} none="The versions are identical." />}
          </Loaded>
        )}
      </Section>
    </Box>
  );
}
