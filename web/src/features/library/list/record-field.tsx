import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ListBody } from '@twinward/contracts/core/list';
import type { listTwins } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { contains } from '../../../shared/api/filters.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { Labelled } from '../../../ui/form/labelled.tsx';
import { usePaused } from '../../../ui/form/use-paused.ts';
import { useTwinModels } from '../api/models.ts';

interface Choice {
  id: number;
  label: string;
}

const toListBody = (field: string, text: string): ListBody => ({
  filters: contains(field, text === '' ? undefined : text),
  sorts: [{ field, direction: 'Ascending' }],
});

/** A field for a twin, or for the newest version of a model, searched by name. */
export function RecordField({
  kind,
  error,
  onChoose,
}: {
  kind: 'twin' | 'version';
  error: string | undefined;
  /** @param id id of the twin or version */
  onChoose(id: number | null): void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const text = usePaused(typed === chosen?.label ? '' : typed.trim(), 100);
  const twins = useApiPage<typeof listTwins>(
    ['twins', { found: text }],
    'POST /api/twins/filters',
    { page: 1, pageSize: 20, body: toListBody('AssetName', text) },
    { enabled: kind === 'twin' },
  );
  const models = useTwinModels(toListBody('Name', text), 1, 20);
  const options: Choice[] =
    kind === 'twin'
      ? (twins.data?.records ?? []).map((twin) => ({ id: twin.id, label: twin.assetName }))
      : (models.data?.records ?? []).map((model) => ({
          id: model.versionId,
          label: model.state === 'draft' ? `${model.name}, draft` : `${model.name} ${versionText(model)}`,
        }));
  return (
    <Labelled label={kind === 'twin' ? 'Twin' : 'Model'} error={error}>
      {(id) => (
        <Autocomplete
          id={id}
          size="small"
          value={chosen}
          options={options}
          // The server has already filtered.
          filterOptions={(all) => all}
          getOptionKey={(one) => one.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No matches."
          onChange={(_, next) => {
            setChosen(next);
            onChoose(next?.id ?? null);
          }}
          onInputChange={(_, next) => setTyped(next)}
          renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} />}
        />
      )}
    </Labelled>
  );
}
