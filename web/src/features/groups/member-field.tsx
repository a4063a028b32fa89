import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { UserAvatar } from '../../ui/page/user-avatar.tsx';
import { type NamedUser, useMatchingUsers } from './api/principals.ts';

const formatName = ({ userName, firstName, lastName }: NamedUser): string => {
  const full = [firstName, lastName].filter(Boolean).join(' ');
  return full === '' ? userName : `${full} (${userName})`;
};

/** The members of a group, searched by name. */
export function MemberField({
  members,
  onChange,
}: {
  members: NamedUser[];
  onChange: (members: NamedUser[]) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim().slice(0, 100));
  const matching = useMatchingUsers(text);
  const found = text === '' ? [] : (matching.data ?? []);
  return (
    <Labelled label="Members" hint="Type part of a name.">
      {(id) => (
        <Autocomplete
          id={id}
          multiple
          size="small"
          limitTags={50}
          value={members}
          options={found}
          inputValue={typed}
          loading={matching.isFetching}
          filterOptions={(options) => options}
          filterSelectedOptions
          getOptionLabel={formatName}
          getOptionKey={(user) => user.id}
          isOptionEqualToValue={(option, member) => option.id === member.id}
          noOptionsText={text === '' ? 'Start typing to search.' : 'No results found.'}
          onInputChange={(_, next) => setTyped(next)}
          onChange={(_, next) => onChange(next)}
          renderOption={({ key, ...option }, user) => (
            <Box component="li" key={key} {...option} sx={{ gap: 2 }}>
              <UserAvatar {...user} size={22} />
              {formatName(user)}
            </Box>
          )}
          renderInput={(parameters) => <TextField {...parameters} />}
        />
      )}
    </Labelled>
  );
}
