import { mdiArrowDown, mdiArrowUp, mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Relationship } from '@twinward/contracts/records/relationship';
import { type ReactNode, useId } from 'react';
import { typeCaption, useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { useTreeRelationships } from './api.ts';

/** The relationships of a structure by name, in order. */
export function OrderedRelationships({
  value,
  disabled,
  error,
  onChange,
}: {
  value: readonly string[];
  disabled: boolean;
  error?: string | undefined;
  onChange: (names: string[]) => void;
}): ReactNode {
  const id = useId();
  const move = (from: number, to: number): void => {
    const next = [...value];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} sx={{ fontSize: '0.8125rem' }}>
        Relationships, in order
      </Typography>
      <FormHelperText error={error !== undefined}>
        {error ?? 'If several relationships apply to a record, the first one is used.'}
      </FormHelperText>
      <Loaded query={useTreeRelationships()} rows={3} fallback="The relationships could not be loaded.">
        {({ records }) => (
          <>
            <List dense aria-label="Relationships">
              {value.map((name, index) => (
                <Part
                  key={name}
                  name={name}
                  relationship={records.find((one) => one.name === name)}
                  disabled={disabled}
                  onUp={index === 0 ? null : () => move(index, index - 1)}
                  onDown={index === value.length - 1 ? null : () => move(index, index + 1)}
                  onRemove={() => onChange(value.filter((one) => one !== name))}
                />
              ))}
            </List>
            {disabled ? null : (
              <SelectField
                label="Add a relationship"
                value=""
                choices={[
                  { value: '', label: 'Choose a relationship' },
                  ...records
                    .filter(({ name }) => !value.includes(name))
                    .map(({ name, caption }) => ({ value: name, label: caption })),
                ]}
                onChange={(event) => onChange([...value, event.target.value])}
              />
            )}
          </>
        )}
      </Loaded>
    </Box>
  );
}

function Part({
  name,
  relationship,
  disabled,
  onUp,
  onDown,
  onRemove,
}: {
  name: string;
  relationship: Relationship | undefined;
  disabled: boolean;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}): ReactNode {
  const types = useRecordTypes().data?.records;
  const caption = relationship?.caption ?? name;
  const button = (label: string, path: string, onClick: (() => void) | null) => (
    <IconButton
      size="small"
      aria-label={`${label} ${caption}`}
      disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      <Icon path={path} />
    </IconButton>
  );
  return (
    <ListItem disableGutters sx={{ py: 0 }}>
      <ListItemText
        primary={caption}
        secondary={
          relationship &&
          `${typeCaption(types, relationship.toType)} below ${typeCaption(types, relationship.fromType)}`
        }
        sx={{ overflowWrap: 'anywhere' }}
      />
      {disabled ? null : (
        <Stack direction="row">
          {button('Move up', mdiArrowUp, onUp)}
          {button('Move down', mdiArrowDown, onDown)}
          {button('Remove', mdiClose, onRemove)}
        </Stack>
      )}
    </ListItem>
  );
}
