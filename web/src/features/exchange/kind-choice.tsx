import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { Exchange, PackageSelection } from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useKeys } from './api.ts';

/** No records of a kind, all records, or those with given keys. */
export type Choice = 'none' | 'all' | readonly string[];

/** Converts the choices of all kinds to the selection for the export. */
export const toSelection = (choices: ReadonlyMap<string, Choice>): PackageSelection =>
  [...choices].flatMap(([kind, choice]) => {
    if (choice === 'none' || choice.length === 0) return [];
    return [{ kind, keys: choice === 'all' ? null : [...choice] }];
  });

/** Chooses records of one kind. */
export function KindChoice({
  kind,
  caption,
  count,
  choice,
  onChoice,
}: Omit<Exchange['kinds'][number], 'mayUse'> & {
  choice: Choice;
  onChoice: (choice: Choice) => void;
}): ReactNode {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 2,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
      }}
    >
      <SelectField
        label={`${caption} (${formatCount(count)})`}
        value={typeof choice === 'string' ? choice : 'some'}
        choices={[
          { value: 'none', label: 'None' },
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Selected records' },
        ]}
        onChange={({ target: { value } }) => onChoice(value === 'some' ? [] : (value as 'none' | 'all'))}
      />
      {typeof choice === 'string' ? null : (
        <KeyPicker kind={kind} caption={caption} keys={choice} onKeys={onChoice} />
      )}
    </Box>
  );
}

function KeyPicker({
  kind,
  caption,
  keys,
  onKeys,
}: {
  kind: string;
  caption: string;
  keys: readonly string[];
  onKeys: (keys: string[]) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const found = useKeys(kind, text);
  return (
    <Autocomplete
      multiple
      size="small"
      sx={{ alignSelf: 'end' }}
      options={found.data?.records.map(({ key }) => key) ?? []}
      value={[...keys]}
      inputValue={text}
      loading={found.isFetching}
      filterOptions={(all) => all}
      filterSelectedOptions
      onInputChange={(_, value) => setText(value)}
      onChange={(_, value) => onKeys(value)}
      renderInput={(params) => <TextField {...params} label={`Chosen: ${caption.toLowerCase()}`} />}
    />
  );
}
