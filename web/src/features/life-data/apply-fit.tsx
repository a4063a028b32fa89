import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { LifeData, LifeRequestInput } from '@twinward/contracts/risk/life-data';
import type { ReactNode } from 'react';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { type FitTarget, useApplyFit } from './api.ts';

/** Buttons that apply the fit: to the twin or the analysis that the page was opened from, or to the library. */
export function ApplyFit({
  request,
  data,
  twinId,
  analysis,
}: {
  request: LifeRequestInput;
  data: LifeData;
  twinId: number | null;
  /** The analysis that the page was opened from, and the asset in it. */
  analysis: { riskAnalysisId: number; assetId: number | null } | null;
}): ReactNode {
  const mayWriteTwin = useAccess('write:twin');
  const mayWriteAnalysis = useAccess('write:risk-analysis');
  const mayWriteLibrary = useAccess('system');
  const apply = useApplyFit();
  const { source } = request;
  const taxonomyId = source.type === 'taxonomy' ? source.taxonomyId : (data.library?.taxonomyId ?? null);
  const done = apply.isSuccess ? apply.variables.target : null;
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {twinId !== null && mayWriteTwin ? (
          <TwinButton
            twinId={twinId}
            busy={apply.isPending}
            onApply={(target) => apply.mutate({ target, request })}
          />
        ) : null}
        {analysis && mayWriteAnalysis ? (
          <AnalysisButtons
            {...analysis}
            title={data.title}
            isOfMany={source.type !== 'asset'}
            busy={apply.isPending}
            onApply={(target) => apply.mutate({ target, request })}
          />
        ) : null}
        {taxonomyId !== null && mayWriteLibrary ? (
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate({ target: { type: 'benchmark', taxonomyId }, request })}
          >
            Save to library
          </Button>
        ) : null}
      </Stack>
      <ErrorState error={apply.error} fallback="The fit could not be applied." />
      {done === null ? null : (
        <Alert severity="success">
          {done.type === 'twin' ? (
            <>
              The fit was applied to the twin.{' '}
              <TextLink to={`/apps/twins/${done.twinId}/risk`}>Risk of the twin</TextLink>
            </>
          ) : done.type !== 'benchmark' ? (
            <>
              {done.type === 'option'
                ? 'The fit was added as an option of the asset. '
                : 'The fit was applied to the analysis. '}
              <TextLink to={`/apps/riskanalyses/${done.riskAnalysisId}`}>Analysis</TextLink>
            </>
          ) : (
            'The fit was saved to the library.'
          )}
        </Alert>
      )}
    </Stack>
  );
}

/** Limited to the maximum length of a name. */
const optionName = (title: string): string => `Fit of ${title}`.slice(0, 50).trim();

function AnalysisButtons({
  riskAnalysisId,
  assetId,
  title,
  isOfMany,
  busy,
  onApply,
}: {
  riskAnalysisId: number;
  assetId: number | null;
  /** Describes the lives of the fit. */
  title: string;
  /** Whether the fit includes other assets. */
  isOfMany: boolean;
  busy: boolean;
  onApply: (target: FitTarget) => void;
}): ReactNode {
  return (
    <>
      {assetId === null ? null : (
        <Button
          variant="contained"
          loading={busy}
          onClick={() => onApply({ type: 'risk-analysis', riskAnalysisId, assetId })}
        >
          Apply to analysis
        </Button>
      )}
      {assetId === null ? null : (
        <Button
          loading={busy}
          onClick={() => onApply({ type: 'option', riskAnalysisId, assetId, name: optionName(title) })}
        >
          Add as improvement option
        </Button>
      )}
      {isOfMany ? (
        <Button
          variant={assetId === null ? 'contained' : 'text'}
          loading={busy}
          onClick={() => onApply({ type: 'risk-analysis-assets', riskAnalysisId })}
        >
          Apply to all these assets
        </Button>
      ) : null}
    </>
  );
}

function TwinButton({
  twinId,
  busy,
  onApply,
}: {
  twinId: number;
  busy: boolean;
  onApply: (target: FitTarget) => void;
}): ReactNode {
  const twin = useTwin(twinId);
  if (twin.data === undefined) return null;
  const { version, assetName } = twin.data;
  return (
    <Button variant="contained" loading={busy} onClick={() => onApply({ type: 'twin', twinId, version })}>
      {`Apply to the twin of ${assetName}`}
    </Button>
  );
}
