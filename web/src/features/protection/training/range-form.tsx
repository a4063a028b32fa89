import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Range } from '../../../ui/chart/range.ts';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { DraftRange } from './draft.ts';

/**
 * A form for pattern, start and end of a new range or the selected one. Use the range's key as `key`, so that the form
 * is reset for another range.
 */
export function RangeForm({
  patterns,
  edited,
  patternId,
  onSave,
  onNew,
}: {
  patterns: readonly Pick<PatternOfSet, 'id' | 'name'>[];
  /** The selected range; null for a new one. */
  edited: DraftRange | null;
  /** The pattern of a new range. */
  patternId: number;
  /** Returns whether the range was accepted. */
  onSave(range: Range & { patternId: number }): boolean;
  /** Clears the selection. */
  onNew(): void;
}): ReactNode {
  const [chosen, setChosen] = useState(edited?.patternId ?? patternId);
  const [start, setStart] = useState(edited && toIso(edited.from));
  const [end, setEnd] = useState(edited && toIso(edited.to));
  const [isTried, setIsTried] = useState(false);
  const missing = (value: string | null) => (isTried && value === null ? 'Required.' : undefined);
  const isBackwards = start !== null && end !== null && Date.parse(end) <= Date.parse(start);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (start === null || end === null || isBackwards) return;
    if (!onSave({ patternId: chosen, from: Date.parse(start), to: Date.parse(end) }) || edited !== null)
      return;
    setIsTried(false);
    setStart(null);
    setEnd(null);
  };
  return (
    <Stack
      component="form"
      noValidate
      aria-label={edited === null ? 'Add a range' : 'The selected range'}
      direction="row"
      onSubmit={save}
      sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 2, alignItems: 'flex-start', pt: 2 }}
    >
      <Box sx={{ width: { xs: 1, sm: 220 } }}>
        <SelectField
          label="Pattern"
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
          choices={patterns.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Box>
      <Box sx={{ width: { xs: 1, sm: 240 } }}>
        <DateTimeInput label="Start" value={start} onChange={setStart} error={missing(start)} />
      </Box>
      <Box sx={{ width: { xs: 1, sm: 240 } }}>
        <DateTimeInput
          label="End"
          value={end}
          onChange={setEnd}
          error={missing(end) ?? (isTried && isBackwards ? 'Please choose a later date.' : undefined)}
        />
      </Box>
      <Stack direction="row" spacing={2} sx={{ pt: { sm: '22px' } }}>
        <Button type="submit" variant="outlined">
          {edited === null ? 'Add range' : 'Change range'}
        </Button>
        {edited === null ? null : <Button onClick={onNew}>New range</Button>}
      </Stack>
    </Stack>
  );
}

const toIso = (time: number): string => new Date(time).toISOString();
