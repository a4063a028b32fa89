import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Asset } from '@twinward/contracts/assets/asset';
import { DAY } from '@twinward/domain/duration';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { EquipmentPicker } from '../../../shared/pickers/equipment-picker.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { useSimulateDraft } from '../api/draft-simulations.ts';

const iso = (time: number): string => new Date(time).toISOString();

/** Chooses the assets and the range of a draft's simulation. */
export function SimulationForm({ modelId, onEnd }: { modelId: number; onEnd(): void }): ReactNode {
  const start = useSimulateDraft(modelId);
  const [assets, setAssets] = useState<Asset[]>([]);
  const [from, setFrom] = useState<string | null>(() => iso(Date.now() - 30 * DAY));
  const [to, setTo] = useState<string | null>(() => iso(Date.now()));
  const refused = start.error instanceof ApiError ? (start.error.body.errors ?? []) : [];
  const findError = (path: string): string | undefined =>
    refused.find((problem) => problem.path === path)?.message;
  const run = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate(
      {
        assetIds: assets.map(({ id }) => id),
        ...(from === null ? {} : { startTime: Date.parse(from) }),
        ...(to === null ? {} : { endTime: Date.parse(to) }),
      },
      { onSuccess: onEnd },
    );
  };
  return (
    <Stack
      component="form"
      noValidate
      aria-label="Simulate the draft"
      onSubmit={run}
      spacing={3}
      sx={{ py: 2, maxWidth: 640 }}
    >
      <EquipmentPicker
        value={assets}
        hint="Twins of the model, and equipment without a twin, by name or id"
        onChange={setAssets}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 2 }}>
        <Box sx={{ width: 260 }}>
          <DateTimeInput label="Start" value={from} onChange={setFrom} error={findError('startTime')} />
        </Box>
        <Box sx={{ width: 260 }}>
          <DateTimeInput label="End" value={to} onChange={setTo} error={findError('endTime')} />
        </Box>
      </Stack>
      {start.error && !findError('startTime') && !findError('endTime') ? (
        <ErrorState error={start.error} fallback="The simulation could not be started." />
      ) : null}
      <Stack direction="row" sx={{ gap: 2 }}>
        <Button type="submit" variant="contained" disabled={assets.length === 0} loading={start.isPending}>
          Simulate
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </Stack>
    </Stack>
  );
}
