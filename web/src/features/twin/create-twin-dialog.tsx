import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Asset } from '@twinward/contracts/assets/asset';
import { newMission } from '@twinward/domain/risk/mission';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { twinPath } from '../../shared/address/paths.ts';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import type { RecordValues } from '../../shared/record/record-values.ts';
import { furtherChanges, isOfFields, useFurtherForm } from '../../shared/record/use-further-form.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useAssetsWithoutTwin } from './api/use-assets-without-twin.ts';
import { useCreateTwin } from './api/write-twin.ts';
import { type MissionDraft, MissionFields, missionProblems } from './mission-fields.tsx';

/**
 * Creates a twin of an asset without a twin, and opens it.
 * @param of the asset, if already chosen
 */
export function CreateTwinDialog({ of = null, onClose }: { of?: Asset | null; onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateTwin();
  const [asset, setAsset] = useState(of);
  const [mission, setMission] = useState<MissionDraft>(() => newMission(Date.now()));
  const further = useFurtherForm('twin', null);
  const [fields, setFields] = useState<RecordValues>({});
  const [isTried, setIsTried] = useState(false);
  const problems = { ...missionProblems(mission), ...further.findProblems(fields) };
  const isWrong = Object.keys(problems).length > 0;
  const save = (): void => {
    setIsTried(true);
    if (asset === null || isWrong) return;
    creating.mutate(
      {
        assetId: asset.id,
        technicalNumber: asset.technicalNumber,
        active: true,
        ...mission,
        ...furtherChanges(fields, null),
      },
      { onSuccess: (twin) => void navigate(twinPath(twin.id)) },
    );
  };
  return (
    <AppDialog
      title="New twin"
      dirty={asset !== null && !creating.isSuccess}
      busy={creating.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Create twin
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <AssetField
          asset={asset}
          error={isTried && asset === null ? 'Required.' : undefined}
          onAsset={setAsset}
        />
        <MissionFields mission={mission} onChange={(change) => setMission({ ...mission, ...change })} />
        <FurtherFields
          form={further}
          draft={fields}
          isTried={isTried}
          failure={creating.error}
          onChange={setFields}
        />
        <ErrorState
          error={isOfFields(creating.error, further) ? null : creating.error}
          fallback="The twin could not be created."
        />
      </Stack>
    </AppDialog>
  );
}

function AssetField({
  asset,
  error,
  onAsset,
}: {
  asset: Asset | null;
  error: string | undefined;
  onAsset(asset: Asset | null): void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const found = useAssetsWithoutTwin(asset !== null && text === toName(asset) ? '' : text.trim());
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        Asset
      </FormLabel>
      <Autocomplete
        id={id}
        size="small"
        value={asset}
        options={found.data?.records ?? []}
        loading={found.isFetching}
        // The server has already filtered.
        filterOptions={(options) => options}
        getOptionLabel={toName}
        getOptionKey={(one) => one.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        noOptionsText="No equipment without a twin has this name."
        onChange={(_, chosen) => onAsset(chosen)}
        onInputChange={(_, typed) => setText(typed)}
        renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} />}
      />
      <FormHelperText>{error ?? 'Equipment without a twin, by name or id'}</FormHelperText>
    </FormControl>
  );
}

const toName = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
