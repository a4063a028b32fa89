import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Asset } from '@twinward/contracts/asset';
import type { RiskAnalysis } from '@twinward/contracts/risk-analysis';
import { type ReactNode, useId, useState } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { formatCount } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { useAddAssets, useFoundAssets } from '../api/assets.ts';

/** Chooses equipment to take into an analysis. */
export function AddAssetsDialog({
  analysis,
  onClose,
}: {
  analysis: RiskAnalysis;
  onClose(): void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Asset[]>([]);
  const found = useFoundAssets(usePaused(text.trim(), 100));
  const adding = useAddAssets(analysis.id);
  return (
    <AppDialog
      title="Add assets"
      dirty={chosen.length > 0 && !adding.isSuccess}
      busy={adding.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={chosen.length === 0}
            onClick={() =>
              adding.mutate(
                chosen.map((asset) => asset.id),
                { onSuccess: onClose },
              )
            }
          >
            {chosen.length < 2 ? 'Add asset' : `Add ${formatCount(chosen.length)} assets`}
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <FormControl fullWidth>
          <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
            Assets
          </FormLabel>
          <Autocomplete
            multiple
            disableCloseOnSelect
            id={id}
            size="small"
            value={chosen}
            options={found.data?.records ?? []}
            loading={found.isFetching}
            // The server has searched already.
            filterOptions={(options) => options}
            getOptionLabel={nameOf}
            getOptionKey={(asset) => asset.id}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            noOptionsText="No equipment of that name."
            onChange={(_, next) => setChosen(next)}
            onInputChange={(_, typed) => setText(typed)}
            renderInput={(parameters) => <TextField {...parameters} />}
          />
          <FormHelperText>Equipment, by name or id</FormHelperText>
        </FormControl>
        {adding.error ? <ErrorState error={adding.error} fallback="The assets could not be added." /> : null}
      </Stack>
    </AppDialog>
  );
}

const nameOf = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
