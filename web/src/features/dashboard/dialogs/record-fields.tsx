import type { listProtections } from '@twinward/contracts/protections/protection-list';
import type { listRiskAnalyses } from '@twinward/contracts/risk/risk-analysis';
import type { ReactNode } from 'react';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { ChoiceInput } from '../../../ui/form/choice-input.tsx';

/** A field for a risk analysis; null means the latest changed one. */
export function AnalysisField({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: number | null) => void;
}): ReactNode {
  const analyses = useApiListQuery<typeof listRiskAnalyses>(
    ['risk-analyses', { list: 'names' }],
    'POST /api/riskanalyses/filters',
    { query: { 'page-size': '1000' }, body: { sorts: [{ field: 'Name', direction: 'Ascending' }] } },
  );
  return (
    <ChoiceInput
      label="Risk analysis"
      none="The last changed analysis"
      choices={(analyses.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

/** A field for a protection of the tag, whose thresholds and excursions are drawn; null for none. */
export function ProtectionField({
  tagId,
  value,
  onChange,
}: {
  tagId: number;
  value: number | null;
  onChange: (id: number | null) => void;
}): ReactNode {
  const protections = useApiListQuery<typeof listProtections>(
    ['protections', { ofTag: tagId }],
    'POST /api/indicators/filters',
    {
      query: { 'page-size': '100' },
      body: { filters: [{ field: 'TagId', operator: 'EqualTo', value: tagId, dataType: 'N' }] },
    },
  );
  return (
    <ChoiceInput
      label="Thresholds and excursions of"
      none="No protection"
      choices={(protections.data?.records ?? []).map(({ id, name, assetName }) => ({
        value: String(id),
        label: `${assetName}: ${name}`,
      }))}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
