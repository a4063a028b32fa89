import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { LifeData, LifeRequestInput } from '@twinward/contracts/life-data';
import type { ReactNode } from 'react';
import { useTwin } from '../../app/queries/use-twin.ts';
import { useAccess } from '../../app/session/session-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type FitTarget, usePutFit } from './api.ts';

/** The places that a fit can be put into by one click: the twin or the analysis it was opened from, the library. */
export function PutFit({
  request,
  data,
  twinId,
  analysis,
}: {
  request: LifeRequestInput;
  data: LifeData;
  twinId: number | null;
  /** An asset in an analysis. */
  analysis: { riskAnalysisId: number; assetId: number } | null;
}): ReactNode {
  const mayWriteTwin = useAccess('write:twin');
  const mayWriteAnalysis = useAccess('write:risk-analysis');
  const mayWriteLibrary = useAccess('system');
  const putting = usePutFit();
  const { source } = request;
  const taxonomyId = source.type === 'taxonomy' ? source.taxonomyId : (data.library?.taxonomyId ?? null);
  const done = putting.isSuccess ? putting.variables.target : null;
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {twinId !== null && mayWriteTwin ? (
          <TwinButton
            twinId={twinId}
            busy={putting.isPending}
            onPut={(target) => putting.mutate({ target, request })}
          />
        ) : null}
        {analysis && mayWriteAnalysis ? (
          <Button
            variant="contained"
            loading={putting.isPending}
            onClick={() => putting.mutate({ target: { type: 'risk-analysis', ...analysis }, request })}
          >
            Put into the analysis
          </Button>
        ) : null}
        {taxonomyId !== null && mayWriteLibrary ? (
          <Button
            loading={putting.isPending}
            onClick={() => putting.mutate({ target: { type: 'benchmark', taxonomyId }, request })}
          >
            Put into the library
          </Button>
        ) : null}
      </Stack>
      {putting.error ? <ErrorState error={putting.error} fallback="The fit could not be put there." /> : null}
      {done === null ? null : (
        <Alert severity="success">
          {done.type === 'twin' ? (
            <>
              The twin has the fit.{' '}
              <TextLink to={`/apps/twins/${done.twinId}/risk`}>Risk of the twin</TextLink>
            </>
          ) : done.type === 'risk-analysis' ? (
            <>
              The analysis has the fit.{' '}
              <TextLink to={`/apps/riskanalyses/${done.riskAnalysisId}`}>Analysis</TextLink>
            </>
          ) : (
            'The library has the fit.'
          )}
        </Alert>
      )}
    </Stack>
  );
}

function TwinButton({
  twinId,
  busy,
  onPut,
}: {
  twinId: number;
  busy: boolean;
  onPut: (target: FitTarget) => void;
}): ReactNode {
  const twin = useTwin(twinId);
  if (twin.data === undefined) return null;
  const { version, assetName } = twin.data;
  return (
    <Button variant="contained" loading={busy} onClick={() => onPut({ type: 'twin', twinId, version })}>
      {`Put into the twin of ${assetName}`}
    </Button>
  );
}
