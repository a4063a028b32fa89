import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type LifeData, type LifeRequestInput, lifeRequest } from '@twinward/contracts/risk/life-data';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { idIn } from '../../shared/address/unknown-record.tsx';
import { useAssetsById } from '../../shared/api/queries/use-equipment.ts';
import { useTaxonomy } from '../../shared/api/queries/use-taxonomy.ts';
import { EquipmentPicker } from '../../shared/pickers/equipment-picker.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { chosenIn, sourceIn, useLifeData } from './api.ts';
import { ApplyFit } from './apply-fit.tsx';
import { FitFacts, methodLabels } from './fit-facts.tsx';
import { Lives } from './lives.tsx';
import { ProbabilityPaper } from './probability-paper.tsx';

/**
 * The lives of an asset, a class, an analysis or chosen assets, and the distribution fitted to them. The URL selects
 * them by `asset`, `taxonomy`, `analysis` or `assets`; `twin` is the twin that the fit may be applied to.
 */
export function LifeDataPage(): ReactNode {
  const [parameters, setParameters] = useSearchParams();
  const source = sourceIn(parameters);
  const twinId = idIn(parameters.get('twin'));
  const assetId = idIn(parameters.get('asset'));
  const riskAnalysisId = idIn(parameters.get('analysis'));
  const taxonomy = useTaxonomy();
  const classes = (taxonomy.data ?? []).filter((entry) => entry.type === null);
  const own = [
    ...(assetId === null ? [] : [{ value: 'asset', label: 'This asset' }]),
    ...(riskAnalysisId === null ? [] : [{ value: 'analysis', label: 'The assets of the analysis' }]),
  ];
  const isChoosing = parameters.get('of') === 'assets';
  const chosen = isChoosing
    ? 'assets'
    : source?.type === 'taxonomy'
      ? String(source.taxonomyId)
      : (source?.type ?? '');
  const choose = (value: string): void =>
    setParameters((before) => {
      const next = new URLSearchParams(before);
      next.delete('taxonomy');
      next.delete('of');
      if (value === 'analysis' || value === 'assets') next.set('of', value);
      else if (value !== 'asset') next.set('taxonomy', value);
      return next;
    });
  return (
    <Page
      title="Life data"
      breadcrumbs={
        twinId === null
          ? riskAnalysisId === null
            ? []
            : [{ label: 'Risk analysis', to: `/apps/riskanalyses/${riskAnalysisId}` }]
          : [{ label: 'Risk of the twin', to: `/apps/twins/${twinId}/risk` }]
      }
    >
      <Stack spacing={6}>
        <Box sx={{ maxWidth: 400 }}>
          <SelectField
            label="Lives of"
            value={chosen === 'risk-analysis' ? 'analysis' : chosen}
            onChange={(event) => choose(event.target.value)}
            choices={[
              ...(chosen === '' ? [{ value: '', label: 'Choose a category or class' }] : []),
              ...own,
              { value: 'assets', label: 'Chosen assets' },
              ...classes.map((entry) => ({
                value: String(entry.id),
                label: [entry.category.caption, entry.class?.caption].filter(Boolean).join(' - '),
              })),
            ]}
          />
        </Box>
        {isChoosing ? (
          <Chosen
            assetIds={chosenIn(parameters)}
            onChange={(ids) =>
              setParameters((before) => {
                const next = new URLSearchParams(before);
                next.set('assets', ids.join(','));
                return next;
              })
            }
          />
        ) : null}
        {source === null ? (
          <EmptyState
            title="No assets chosen."
            hint="Choose a class or assets. Lives are read from completed work and a Weibull distribution is fitted to them. You can apply the fit to a twin, an analysis or the library."
          />
        ) : (
          <Fitting
            // Changing the selection of assets keeps the method.
            key={isChoosing ? 'assets' : JSON.stringify(source)}
            source={source}
            twinId={twinId}
            analysis={riskAnalysisId === null ? null : { riskAnalysisId, assetId }}
          />
        )}
      </Stack>
    </Page>
  );
}

/** A multiple choice of assets whose lives are pooled. */
function Chosen({
  assetIds,
  onChange,
}: {
  assetIds: readonly number[];
  onChange(assetIds: number[]): void;
}): ReactNode {
  const assets = useAssetsById(assetIds);
  return (
    <Box sx={{ maxWidth: 800 }}>
      <EquipmentPicker
        value={assets.data ?? []}
        onChange={(next) => onChange(next.map((asset) => asset.id))}
      />
    </Box>
  );
}

const confidences = [0.8, 0.9, 0.95, 0.99].map((value) => ({
  value: String(value),
  label: `${value * 100} %`,
}));

const shapeRule = schemaRule(lifeRequest.shape.shape);

interface Choice {
  method: keyof typeof methodLabels;
  preventiveRenews: boolean;
  shape: number | null;
  /** Confidence of the bounds, 0 to 1. */
  confidence: number;
  /** End of observation, ISO 8601; null to derive it from the data. */
  until: string | null;
}

function Fitting({
  source,
  twinId,
  analysis,
}: {
  source: LifeRequestInput['source'];
  twinId: number | null;
  analysis: { riskAnalysisId: number; assetId: number | null } | null;
}): ReactNode {
  const [choice, setChoice] = useState<Choice>({
    method: 'maximum-likelihood',
    preventiveRenews: false,
    shape: null,
    confidence: 0.9,
    until: null,
  });
  const shapeProblem = shapeRule(choice.shape);
  const isUntilRight = choice.until === null || !Number.isNaN(Date.parse(choice.until));
  const request: LifeRequestInput = {
    source,
    ...choice,
    shape: shapeProblem === null ? choice.shape : null,
    until: isUntilRight ? choice.until : null,
  };
  const lives = useLifeData(request);
  return (
    <>
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        spacing={4}
        sx={{ maxWidth: 1240, '& > :last-child': { flexShrink: 0 } }}
      >
        <SelectField
          label="Method"
          value={choice.method}
          onChange={(event) => setChoice({ ...choice, method: event.target.value as Choice['method'] })}
          choices={toChoices(methodLabels)}
        />
        {choice.method === 'weibayes' ? (
          <NumberField
            label="Known shape"
            hint="Leave empty to use the library value"
            error={shapeProblem ?? undefined}
            value={choice.shape}
            onChange={(shape) => setChoice({ ...choice, shape })}
          />
        ) : null}
        <SelectField
          label="Confidence of the bounds"
          value={String(choice.confidence)}
          onChange={(event) => setChoice({ ...choice, confidence: Number(event.target.value) })}
          choices={confidences}
        />
        <DateTimeInput
          label="Observed until"
          hint="Leave empty to use the latest data of each asset"
          error={isUntilRight ? undefined : 'Please enter a date & time.'}
          value={choice.until}
          onChange={(until) => setChoice({ ...choice, until })}
        />
        <CheckList
          label="Renewal"
          choices={[{ value: 'preventive', label: 'Treat preventive work as full renewal' }]}
          value={choice.preventiveRenews ? ['preventive'] : []}
          onChange={(value) => setChoice({ ...choice, preventiveRenews: value.length > 0 })}
        />
      </Stack>
      <Loaded query={lives} rows={10} fallback="The lives could not be loaded.">
        {(data) => (
          <Stack
            spacing={6}
            aria-busy={lives.isPlaceholderData}
            sx={{ opacity: lives.isPlaceholderData ? 0.55 : 1 }}
          >
            <Fitted data={data}>
              <ApplyFit request={request} data={data} twinId={twinId} analysis={analysis} />
            </Fitted>
            <Lives data={data} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Fitted({ data, children }: { data: LifeData; children: ReactNode }): ReactNode {
  if (data.fit === null) return <Alert severity="info">{data.problem}</Alert>;
  return (
    <Section title={`Weibull fit of ${data.title}`}>
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '3fr 2fr' } }}>
        <ProbabilityPaper fit={data.fit} name={data.title} />
        <Stack spacing={4}>
          <FitFacts fit={data.fit} library={data.library} />
          {children}
        </Stack>
      </Box>
    </Section>
  );
}
