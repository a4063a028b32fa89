import { type Benchmark, benchmarkChange } from '@twinward/contracts/assets/benchmark';
import { required } from '@twinward/domain/rules/field-rules';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useTaxonomy } from '../../shared/api/queries/use-taxonomy.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useSetBenchmark } from './api.ts';

interface Draft {
  taxonomyId: number | null;
  mtbfDays: number | null;
  shape: number | null;
  score: number | null;
  source: string;
}

const rules = {
  taxonomyId: [required],
  ...schemaRules(benchmarkChange.shape, ['mtbfDays', 'shape', 'score', 'source']),
};

export const findProblems = (draft: Draft) => fieldMessages(draft, rules);

/** Creates or edits the benchmark of a taxonomy entry. */
export function BenchmarkDialog({
  benchmark,
  onClose,
}: {
  benchmark: Benchmark | null;
  onClose: () => void;
}): ReactNode {
  const first: Draft = {
    taxonomyId: benchmark?.taxonomyId ?? null,
    mtbfDays: benchmark?.mtbfDays ?? null,
    shape: benchmark?.shape ?? 1,
    score: benchmark?.score ?? null,
    source: benchmark?.isExample ? '' : (benchmark?.source ?? ''),
  };
  const form = useDraft(first, findProblems);
  const { draft, problems, change } = form;
  const taxonomy = useTaxonomy();
  const saving = useSetBenchmark(draft.taxonomyId ?? 0);
  const save = (): void => {
    const { mtbfDays, shape, score, source } = draft;
    saving.mutate(
      {
        mtbfDays: mtbfDays!,
        shape: shape!,
        score,
        source,
        distribution: 'weibull',
        isExample: false,
        version: benchmark?.version ?? null,
      },
      { onSuccess: onClose },
    );
  };
  const free = (taxonomy.data ?? []).filter((entry) => entry.mtbfDays === null);
  return (
    <FormDialog
      title={benchmark ? 'Edit benchmark' : 'Add benchmark'}
      action="Save benchmark"
      form={form}
      onSubmit={save}
      saving={saving}
      fallback="The benchmark could not be saved."
      cancel={null}
      spacing={4}
      py={0}
      onClose={onClose}
    >
      {benchmark ? null : (
        <SelectField
          label="Taxonomy"
          value={draft.taxonomyId ?? ''}
          onChange={(event) => change({ taxonomyId: Number(event.target.value) || null })}
          choices={[
            { value: '', label: 'Choose an entry' },
            ...free.map((entry) => ({
              value: String(entry.id),
              label: [entry.category, entry.class, entry.type]
                .flatMap((term) => term?.caption ?? [])
                .join(' - '),
            })),
          ]}
        />
      )}
      <NumberField label="MTBF" unit="days" {...form.input('mtbfDays')} />
      <NumberField label="Shape" hint="Weibull shape; 1 = constant failure rate" {...form.input('shape')} />
      <NumberField label="Score" hint="Quality of the data, 0 to 100" {...form.input('score')} />
      <Field
        label="Source"
        hint="Source of the data, for example a standard"
        {...form.text('source')}
        error={problems.source ?? problems.taxonomyId}
      />
    </FormDialog>
  );
}
