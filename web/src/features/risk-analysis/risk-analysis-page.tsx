import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useRiskAnalysis } from './api/analyses.ts';
import { KnownAnalysis } from './known-analysis.tsx';
import { NewAnalysis } from './new-analysis.tsx';
import { riskAnalysesPath } from './paths.ts';

/** The page of a risk analysis. The id `new` creates one. */
export function RiskAnalysisPage(): ReactNode {
  const { id: text } = useParams();
  if (text === 'new') return <NewAnalysis />;
  const id = idIn(text);
  return id === null ? <UnknownRecord /> : <FoundAnalysis key={id} id={id} />;
}

function FoundAnalysis({ id }: { id: number }): ReactNode {
  const analysis = useRiskAnalysis(id);
  if (isUnknown(analysis.error)) return <UnknownRecord />;
  if (analysis.data !== undefined) return <KnownAnalysis analysis={analysis.data} />;
  return (
    <Page
      title={analysis.isError ? 'Risk analysis' : ''}
      breadcrumbs={[{ label: 'Risk analyses', to: riskAnalysesPath }]}
    >
      <Loaded query={analysis} rows={12} fallback="The risk analysis could not be loaded.">
        {() => null}
      </Loaded>
    </Page>
  );
}
