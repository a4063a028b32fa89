import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import type { SearchType } from '@twinward/contracts/core/search';
import type { ReactNode } from 'react';
import { typeLabels } from './result-path.ts';

export const allTypes: SearchType[] = typeLabels.map(([type]) => type);

/** The kinds of records to search. */
export const SearchTypes = ({
  chosen,
  onChosen,
}: {
  chosen: readonly SearchType[];
  onChosen(types: SearchType[]): void;
}): ReactNode => (
  <Stack
    direction="row"
    role="group"
    aria-label="Search for"
    sx={{ flexWrap: 'wrap', columnGap: 2, px: 4, pb: 1, borderBottom: 1, borderColor: 'divider' }}
  >
    {typeLabels.map(([type, label]) => (
      <FormControlLabel
        key={type}
        label={label}
        control={
          <Checkbox
            size="small"
            sx={{ py: 1 }}
            checked={chosen.includes(type)}
            onChange={(_, on) =>
              onChosen(allTypes.filter((each) => (each === type ? on : chosen.includes(each))))
            }
          />
        }
      />
    ))}
  </Stack>
);
