import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import {
  type RiskAnalysisAsset,
  type RiskAnalysisProbability,
  type RiskSource,
  riskAnalysisAssetChange,
} from '@twinward/contracts/risk/risk-analysis-asset';
import type { Edition } from '@twinward/contracts/system/edition';
import { percentGivenSurvival } from '@twinward/domain/risk/age';
import { datesInService } from '@twinward/domain/risk/analysis';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { lifeDataPath } from '../../../shared/address/life-data-path.ts';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import { findProblems as findRiskProblems, toParameters } from '../../../shared/risk/draft.ts';
import { ProbabilityCard } from '../../../shared/risk/probability-card.tsx';
import { RiskCard } from '../../../shared/risk/risk-card.tsx';
import { RiskChart } from '../../../shared/risk/risk-chart.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TaxonomyFields } from '../../../ui/form/taxonomy-fields.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { formatDate, formatPercent } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { useProbabilities, useSaveAssetEdit } from '../api/assets.ts';
import { AssetOptions } from '../improvements/asset-options.tsx';
import { AssetBenchmark } from './asset-benchmark.tsx';
import {
  type AssetDraft,
  comparedParameters,
  findChanges,
  missionIn,
  textId,
  toDraft,
} from './asset-draft.ts';
import { AssetFailureModes } from './asset-failure-modes.tsx';
import { sourceTexts } from './source-texts.ts';

const notesRule = schemaRule(riskAnalysisAssetChange.shape.improveDescription);

interface DialogProps {
  analysis: RiskAnalysis;
  asset: RiskAnalysisAsset;
  edition: Edition;
  readOnly: boolean;
  /** Runs a change, after a warning if it may invalidate scenarios. */
  warn(go: () => void): void;
  onClose(): void;
}

/** Edits an asset in an analysis: its figures, and whether and how to improve it. */
export function AssetDialog(props: DialogProps): ReactNode {
  const { analysis, asset, onClose } = props;
  const probabilities = useProbabilities(analysis.id, asset.assetId, asset.twinId);
  if (probabilities.data !== undefined) return <AssetForm {...props} probabilities={probabilities.data} />;
  return (
    <AppDialog title={asset.assetName} maxWidth="lg" onClose={onClose}>
      <Loaded query={probabilities} rows={8} fallback="The asset could not be loaded.">
        {() => null}
      </Loaded>
    </AppDialog>
  );
}

/** The form, with its initial values kept while it is open. */
function AssetForm({
  analysis,
  asset,
  edition,
  readOnly,
  warn,
  onClose,
  probabilities,
}: DialogProps & { probabilities: readonly RiskAnalysisProbability[] }): ReactNode {
  const held = probabilities.find((one) => one.failureModeId === null) ?? null;
  const [base, setBase] = useState(() => ({ asset, held }));
  /** Rebases the draft on a new version of the asset, as after a change of a failure mode. */
  const follow = (version: number): void =>
    setBase((seen) =>
      version === seen.asset.version + 1 ? { ...seen, asset: { ...seen.asset, version } } : seen,
    );
  const [initial] = useState(() => toDraft(asset, held));
  const form = useDraft(initial, (draft) => ({ ...findRiskProblems(draft, missionIn(analysis, asset)) }));
  const { draft, problems, change: set } = form;
  const mayPlace = useAccess('write:asset') && !readOnly;
  const taxonomy = useTaxonomy();
  const saving = useSaveAssetEdit(analysis.id, asset.assetId);
  const mission = missionIn(analysis, asset);
  const notesProblem = notesRule(draft.improveDescription) ?? undefined;
  const save = (): void => {
    if (!form.check() || notesProblem !== undefined) return;
    warn(() => saving.mutate(findChanges(draft, initial, base), { onSuccess: onClose }));
  };
  const cost = draft.consequence?.value ?? null;
  return (
    <AppDialog
      title={asset.assetName}
      maxWidth="lg"
      dirty={form.isDirty && !saving.isSuccess}
      busy={saving.isPending}
      onClose={onClose}
      actions={
        readOnly ? (
          <Button variant="contained" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" disabled={!form.isDirty} onClick={save}>
              Save
            </Button>
          </>
        )
      }
    >
      <Stack spacing={5} sx={{ py: 3 }}>
        <ErrorState error={saving.error} fallback="The asset could not be saved." />
        <Grid columns={3}>
          <Stack spacing={2}>
            <ProbabilityCard
              probability={draft.probability}
              mission={mission}
              problems={problems}
              onChange={readOnly ? undefined : (probability) => set({ probability })}
            />
            <Note source={asset.probabilitySource} />
            <Conditional draft={draft} analysis={analysis} asset={asset} />
          </Stack>
          <Stack spacing={2}>
            <NumberField
              label="Cost of failure"
              unit="$"
              readOnly={readOnly}
              value={cost}
              hint={asset.consequenceSource === null ? 'Not set' : sourceTexts[asset.consequenceSource]}
              error={problems.value}
              onChange={(value) => set({ consequence: value === null ? null : { value, description: '' } })}
            />
          </Stack>
          <RiskCard risk={draft} mission={mission} />
        </Grid>
        <Section title="Improvement">
          <Stack spacing={2}>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  disabled={readOnly}
                  checked={draft.improve}
                  onChange={(event) => set({ improve: event.target.checked })}
                />
              }
              label="Improve"
            />
            <Field
              label="Improvement notes"
              multiline
              maxRows={4}
              {...form.text('improveDescription')}
              error={notesProblem}
            />
          </Stack>
        </Section>
        <AssetOptions
          riskAnalysisId={analysis.id}
          assetId={asset.assetId}
          twinId={edition === 'apm' ? asset.twinId : null}
          editing={readOnly ? null : { warn }}
        />
        <Section title="Taxonomy">
          {mayPlace ? (
            <Grid columns={3}>
              <TaxonomyFields
                entries={taxonomy.data ?? []}
                value={draft.taxonomy}
                onChange={(next) => set({ taxonomy: next })}
              />
            </Grid>
          ) : (
            <Typography>{asset.assetClassLabel || 'No taxonomy assigned.'}</Typography>
          )}
        </Section>
        <AssetBenchmark
          taxonomy={{
            category: textId(draft.taxonomy.categoryId),
            class: textId(draft.taxonomy.classId),
            type: textId(draft.taxonomy.typeId),
          }}
          parameters={comparedParameters(draft.probability, mission)}
          measuredMtbf={asset.asset.failureData?.mtbf ?? null}
          edition={edition}
        />
        <TextLink to={lifeDataPath({ assetId: asset.assetId, riskAnalysisId: analysis.id })}>
          Fit from life data
        </TextLink>
        <Section title="Probability over the analysis period">
          <RiskChart risk={draft} mission={mission} />
        </Section>
        {edition === 'apm' && asset.twinId !== null ? (
          <AssetFailureModes
            riskAnalysisId={analysis.id}
            assetId={asset.assetId}
            twinId={asset.twinId}
            probabilities={probabilities}
            mission={mission}
            editing={readOnly ? null : { warn, onSaved: follow }}
          />
        ) : null}
      </Stack>
    </AppDialog>
  );
}

const Grid = ({ columns, children }: { columns: number; children: ReactNode }): ReactNode => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${columns}, minmax(0, 1fr))` },
    }}
  >
    {children}
  </Box>
);

function Note({ source }: { source: RiskSource | null }): ReactNode {
  if (source === null) return null;
  return (
    <Muted>
      {sourceTexts[source]}
      {source === 'analysis' ? '' : '. Changes apply to this analysis only.'}
    </Muted>
  );
}

/** The probability given survival until today, calculated from the draft. */
function Conditional({
  draft,
  analysis,
  asset: { renewedAt, underRepair, outOfServiceAt },
}: {
  draft: AssetDraft;
  analysis: RiskAnalysis;
  asset: RiskAnalysisAsset;
}): ReactNode {
  const timeZone = useTimeZone();
  const parameters = toParameters(draft.probability);
  const life = parameters && lifeDistribution(parameters);
  const { asOf } = analysis;
  const { endDate } = datesInService(analysis, outOfServiceAt);
  if (underRepair)
    return (
      <Typography variant="body2">Given survival: not available while the asset is under repair.</Typography>
    );
  if (life === null || asOf === null || endDate === null || renewedAt === null) return null;
  const end = Date.parse(endDate);
  const times = { renewedAt: Date.parse(renewedAt), asOf: Math.min(Date.parse(asOf), end), end };
  return (
    <Typography variant="body2">
      Given survival until {formatDate(asOf, timeZone)}:{' '}
      <strong>{formatPercent(percentGivenSurvival(life, times), 1)}</strong>
      <Why
        subject="the probability given survival"
        formula="1 − R(end) / R(today), where R(t) = exp(−(t / η)^β)"
        inputs={[
          ['Age counts from', formatDate(renewedAt, timeZone)],
          ['Today', formatDate(asOf, timeZone)],
          ['End', formatDate(endDate, timeZone)],
        ]}
        note="Probability that an asset running today fails before the end. Age is counted from the last renewal by completed work, or from the start date."
      />
    </Typography>
  );
}
