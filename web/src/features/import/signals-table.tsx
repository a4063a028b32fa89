import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { importLengths } from '@twinward/contracts/signals/import';
import { type ReactNode, useId } from 'react';
import { TagPicker } from '../../shared/pickers/tag-picker.tsx';
import { useUnits } from '../../shared/units/use-display-unit.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { formatCount, formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Muted } from '../../ui/page/muted.tsx';
import type { FileSignal, SignalChoice } from './signals.ts';

const mostShown = 50;
const kinds = { tag: 'Existing tag', new: 'New tag', skip: 'Skip' } as const;

/** The signals of the file with their matches, each with a chart of the first rows. */
export function SignalsTable({
  signals,
  choices,
  twinId,
  isChecked,
  onChoice,
}: {
  signals: readonly FileSignal[];
  choices: readonly SignalChoice[];
  /** The twin whose tags come first. */
  twinId: number | undefined;
  /** Whether missing choices are marked. */
  isChecked: boolean;
  onChoice(signal: FileSignal, choice: SignalChoice): void;
}): ReactNode {
  const units = useId();
  const known = useUnits();
  const more = signals.length - mostShown;
  return (
    <Box component="section" aria-label="Signals">
      <Typography variant="h3" sx={{ pb: 1 }}>
        Signals
      </Typography>
      <FirstRows signals={signals} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {signals.slice(0, mostShown).map((signal, place) => (
          <Box
            component="li"
            key={signal.name}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '96px minmax(0, 1fr) 132px minmax(0, 2fr)' },
              columnGap: 3,
              rowGap: 1,
              py: 2,
              alignItems: 'center',
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Sparkline label={`First rows of ${signal.name}`} times={signal.times} values={signal.values} />
            <Typography sx={{ overflowWrap: 'anywhere' }}>{signal.name}</Typography>
            <Choice
              signal={signal}
              choice={choices[place]!}
              twinId={twinId}
              units={units}
              isChecked={isChecked}
              onChoice={(choice) => onChoice(signal, choice)}
            />
          </Box>
        ))}
      </Box>
      {more > 0 ? <Muted sx={{ pt: 1 }}>{formatCount(more)} more are matched in the same way.</Muted> : null}
      <datalist id={units}>
        {(known.data ?? [])
          .filter(({ isDeprecated }) => !isDeprecated)
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </datalist>
    </Box>
  );
}

function FirstRows({ signals }: { signals: readonly FileSignal[] }): ReactNode {
  const timeZone = useTimeZone();
  const from = Math.min(...signals.flatMap(({ times }) => times.slice(0, 1)));
  const to = Math.max(...signals.flatMap(({ times }) => times.slice(-1)));
  return Number.isFinite(from) ? (
    <Muted>
      The first rows are from {formatDateTime(from, timeZone)} to {formatDateTime(to, timeZone)} in your time
      zone.
    </Muted>
  ) : null;
}

function Choice({
  signal: { name, heading },
  choice,
  twinId,
  units,
  isChecked,
  onChoice,
}: {
  signal: FileSignal;
  choice: SignalChoice;
  twinId: number | undefined;
  /** Id of the list of units. */
  units: string;
  isChecked: boolean;
  onChoice(choice: SignalChoice): void;
}): ReactNode {
  const select = (kind: SignalChoice['kind']) => {
    if (kind === 'tag') onChoice({ kind, tag: null });
    else onChoice(kind === 'skip' ? { kind } : { kind, name: heading.name, unit: heading.unit ?? '' });
  };
  return (
    <>
      <NativeSelect
        variant="outlined"
        input={<OutlinedInput size="small" />}
        value={choice.kind}
        onChange={(event) => select(event.target.value as SignalChoice['kind'])}
        inputProps={{ 'aria-label': `Match of ${name}` }}
        sx={{ '& option': { bgcolor: 'background.paper' } }}
      >
        {Object.entries(kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {choice.kind === 'skip' ? <span /> : null}
      {choice.kind === 'tag' ? (
        <TagPicker
          tag={choice.tag}
          types={['data_point']}
          twinId={twinId}
          onTag={(tag) => onChoice({ kind: 'tag', tag })}
          renderInput={(input) => (
            <TextField
              {...input}
              error={isChecked && choice.tag === null}
              helperText={isChecked && choice.tag === null ? 'Required.' : undefined}
              slotProps={{
                ...input.slotProps,
                htmlInput: { ...input.slotProps.htmlInput, 'aria-label': `Tag of ${name}` },
              }}
            />
          )}
        />
      ) : null}
      {choice.kind === 'new' ? (
        <Stack direction="row" spacing={1}>
          <OutlinedInput
            size="small"
            fullWidth
            value={choice.name}
            error={isChecked && choice.name.trim() === ''}
            inputProps={{ 'aria-label': `Name of the tag of ${name}`, maxLength: importLengths.tagName }}
            onChange={(event) => onChoice({ ...choice, name: event.target.value })}
          />
          <OutlinedInput
            size="small"
            placeholder="Unit"
            spellCheck={false}
            value={choice.unit}
            inputProps={{ 'aria-label': `Unit of ${name}`, list: units, maxLength: importLengths.unit }}
            onChange={(event) => onChoice({ ...choice, unit: event.target.value })}
            sx={{ width: 112, flex: 'none' }}
          />
        </Stack>
      ) : null}
    </>
  );
}
