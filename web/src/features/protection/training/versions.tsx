import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { PatternVersion } from '@twinward/contracts/protections/pattern-version';
import { type ReactNode, useState } from 'react';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useApplyVersion, useVersions } from '../api/patterns.ts';
import { TrainingResult } from './training-result.tsx';
import { VersionComparison } from './version-comparison.tsx';

const columns: readonly Column<PatternVersion>[] = [
  { id: 'version', header: 'Version', cell: ({ version }) => `Version ${version}`, width: '120px' },
  { id: 'created', header: 'Trained', cell: ({ createdAt }) => <Time value={createdAt} />, width: '190px' },
  {
    id: 'score',
    header: 'Score',
    cell: ({ evaluation }) => formatNumber(Math.round(evaluation.macroF1 * 1000) / 1000),
    numeric: true,
    width: '80px',
  },
  {
    id: 'strictness',
    header: 'Strictness',
    cell: ({ strictness }) => strictness,
    width: '120px',
    wide: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ inService, appliedAt }) =>
      inService ? (
        <>
          In service since <Time value={appliedAt} />
        </>
      ) : (
        '–'
      ),
    wide: true,
  },
];

/** The trained versions, with the results and answers of the chosen one, and the one in service. */
export function Versions({
  setId,
  patterns,
  extent,
  range,
  frame,
  mayWrite,
}: {
  setId: number;
  patterns: readonly PatternOfSet[];
  /** From the oldest to the latest point. */
  extent: Range;
  /** The range of the charts. */
  range: Range;
  frame: PlotFrame;
  mayWrite: boolean;
}): ReactNode {
  const versions = useVersions(setId);
  const apply = useApplyVersion(setId);
  const [chosen, setChosen] = useState<number | null>(null);
  const [applied, setApplied] = useState<number | null>(null);
  return (
    <Section title="Versions">
      <Loaded query={versions} fallback="The versions could not be loaded.">
        {(all) => {
          const shown = all.find(({ version }) => version === chosen) ?? all[0];
          if (shown === undefined) {
            return (
              <EmptyState
                title="Not trained yet."
                hint="After the first training, this shows how well the model recognises patterns in held-out ranges."
              />
            );
          }
          const inService = all.find((one) => one.inService);
          return (
            <>
              <DataTable
                label="Versions"
                columns={columns}
                rows={all}
                rowKey={({ version }) => version}
                onOpen={({ version }) => setChosen(version)}
              />
              <Stack
                direction="row"
                sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, pt: 3 }}
              >
                <Typography component="h3" variant="h3">
                  Version {shown.version}
                </Typography>
                <Muted>{shown.inService ? 'In service' : 'Not in service'}</Muted>
                {mayWrite && !shown.inService ? (
                  <Button variant="outlined" onClick={() => setApplied(shown.version)}>
                    Put version {shown.version} in service
                  </Button>
                ) : null}
              </Stack>
              <ErrorState error={apply.error} fallback="The version could not be put in service." />
              {shown.inService ? null : (
                <VersionComparison
                  key={shown.version}
                  setId={setId}
                  version={shown.version}
                  patterns={patterns}
                  step={1000 * Math.min(shown.stepSeconds, inService?.stepSeconds ?? shown.stepSeconds)}
                  extent={extent}
                  range={range}
                  frame={frame}
                />
              )}
              <TrainingResult version={shown} />
            </>
          );
        }}
      </Loaded>
      <Box>
        {applied === null ? null : (
          <ConfirmDialog
            title={`Put version ${applied} in service?`}
            yes="Put in service"
            no="Cancel"
            width={400}
            busy={apply.isPending}
            onYes={() => apply.mutate(applied, { onSettled: () => setApplied(null) })}
            onNo={() => setApplied(null)}
          >
            The protection is re-evaluated over its whole history with this version. Nobody is notified of
            past excursions.
          </ConfirmDialog>
        )}
      </Box>
    </Section>
  );
}
