import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData } from '@tanstack/react-query';
import type { matchPrincipals, Principals, resolvePrincipals } from '@twinward/contracts/access/security';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { useApiQuery } from '../api/api-query.ts';

type Named = { person: Recipient; name: string };

const toKey = (person: Recipient): string =>
  person.type === 'email' ? `email ${person.value}` : `${person.type} ${person.id}`;

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

function namedIn({ users, groups }: Principals): Named[] {
  return [
    ...users.map(({ id, userName, firstName, lastName }) => {
      const full = [firstName, lastName].filter(Boolean).join(' ');
      return {
        person: { type: 'user' as const, id },
        name: full === '' ? userName : `${full} (${userName})`,
      };
    }),
    ...groups.map(({ name, caption }) => ({
      person: { type: 'group' as const, id: name },
      name: `${caption} (group)`,
    })),
  ];
}

/** A multiple choice of users and groups, and optionally e-mail addresses, searched by name. */
export function PeopleField({
  label,
  value,
  withEmail = false,
  readOnly = false,
  onChange,
}: {
  label: string;
  value: readonly Recipient[];
  withEmail?: boolean;
  readOnly?: boolean;
  onChange(value: Recipient[]): void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim().slice(0, 100));
  const users = value.flatMap((one) => (one.type === 'user' ? [one.id] : []));
  const groups = value.flatMap((one) => (one.type === 'group' ? [one.id] : []));
  const known = useApiQuery<typeof resolvePrincipals>(
    ['principals', { users, groups }],
    'POST /api/security/resolve',
    { body: { users, groups } },
    { enabled: users.length + groups.length > 0, placeholderData: keepPreviousData },
  );
  const matching = useApiQuery<typeof matchPrincipals>(
    ['principals', { text, withGroups: true }],
    'POST /api/security/match',
    { body: { users: [text], groups: [text] } },
    { enabled: text !== '', placeholderData: keepPreviousData },
  );
  const found = text === '' || matching.data === undefined ? [] : namedIn(matching.data);
  const options =
    withEmail && isAddress(text)
      ? [...found, { person: { type: 'email' as const, value: text }, name: text }]
      : found;
  const names = useMemo(
    () => new Map((known.data ? namedIn(known.data) : []).map(({ person, name }) => [toKey(person), name])),
    [known.data],
  );
  const chosen = value.map(
    (person): Named => ({
      person,
      name: person.type === 'email' ? person.value : (names.get(toKey(person)) ?? String(person.id)),
    }),
  );
  return (
    <Labelled
      label={label}
      hint={withEmail ? 'Type part of a name, or an e-mail address.' : 'Type part of a name.'}
    >
      {(id) => (
        <Autocomplete
          id={id}
          multiple
          size="small"
          readOnly={readOnly}
          value={chosen}
          options={options}
          inputValue={typed}
          loading={matching.isFetching}
          filterOptions={(all) => all}
          filterSelectedOptions
          getOptionLabel={({ name }) => name}
          getOptionKey={({ person }) => toKey(person)}
          isOptionEqualToValue={(option, one) => toKey(option.person) === toKey(one.person)}
          noOptionsText={text === '' ? 'Start typing to search.' : 'No results found.'}
          // Memoized: when names finish loading, a new array would clear the typed text.
          onInputChange={(_, next, reason) => {
            if (reason !== 'reset') setTyped(next);
          }}
          onChange={(_, next) => onChange(next.map(({ person }) => person))}
          renderInput={(parameters) => <TextField {...parameters} />}
        />
      )}
    </Labelled>
  );
}
