import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Benchmark, benchmarkChange } from '@twinward/contracts/assets/benchmark';
import { required } from '@twinward/domain/rules/field-rules';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useTaxonomy } from '../../shared/api/queries/use-taxonomy.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
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
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const taxonomy = useTaxonomy();
  const saving = useSetBenchmark(draft.taxonomyId ?? 0);
  const problems = findProblems(draft);
  const shown = isTried ? problems : {};
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
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
    <AppDialog
      title={benchmark ? 'Edit benchmark' : 'Add benchmark'}
      busy={saving.isPending}
      dirty={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={save}>
          Save benchmark
        </Button>
      }
    >
      <Stack spacing={4}>
        {benchmark ? null : (
          <SelectField
            label="Taxonomy"
            value={draft.taxonomyId ?? ''}
            onChange={(event) => setDraft({ ...draft, taxonomyId: Number(event.target.value) || null })}
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
        <NumberField
          label="MTBF"
          unit="days"
          value={draft.mtbfDays}
          error={shown.mtbfDays}
          onChange={(mtbfDays) => setDraft({ ...draft, mtbfDays })}
        />
        <NumberField
          label="Shape"
          hint="Weibull shape; 1 = constant failure rate"
          value={draft.shape}
          error={shown.shape}
          onChange={(shape) => setDraft({ ...draft, shape })}
        />
        <NumberField
          label="Score"
          hint="Quality of the data, 0 to 100"
          value={draft.score}
          error={shown.score}
          onChange={(score) => setDraft({ ...draft, score })}
        />
        <Field
          label="Source"
          hint="Source of the data, for example a standard"
          value={draft.source}
          error={shown.source ?? (isTried ? shown.taxonomyId : undefined)}
          onChange={(event) => setDraft({ ...draft, source: event.target.value })}
        />
        <ErrorState error={saving.error} fallback="The benchmark could not be saved." />
      </Stack>
    </AppDialog>
  );
}
