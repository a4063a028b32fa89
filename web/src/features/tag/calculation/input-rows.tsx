import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId } from 'react';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import type { DraftInput, DraftProblems } from './draft.ts';

/** Edits the list of names available to the logic, with their tags. */
export function InputRows({
  inputs,
  problems,
  readOnly,
  onChange,
}: {
  inputs: readonly DraftInput[];
  problems: DraftProblems;
  readOnly: boolean;
  onChange(inputs: DraftInput[]): void;
}): ReactNode {
  const replace = (index: number, change: Partial<DraftInput>) =>
    onChange(inputs.map((input, at) => (at === index ? { ...input, ...change } : input)));
  return (
    <Box>
      {inputs.length === 0 ? (
        <Muted sx={{ py: 1 }}>No inputs yet. Inputs of the twin are added when the logic uses them.</Muted>
      ) : null}
      <Box component="ul" aria-label="Inputs of the calculation" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {inputs.map((input, index) => (
          <InputRow
            // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
            key={index}
            place={index + 1}
            input={input}
            problem={problems.get(`inputs.${index}`)}
            readOnly={readOnly}
            onChange={(change) => replace(index, change)}
            onRemove={() => onChange(inputs.filter((_, at) => at !== index))}
          />
        ))}
      </Box>
      {readOnly ? null : (
        <AddButton onClick={() => onChange([...inputs, { name: '', tag: null, unit: null }])}>
          Add input
        </AddButton>
      )}
    </Box>
  );
}

function InputRow({
  place,
  input,
  problem,
  readOnly,
  onChange,
  onRemove,
}: {
  place: number;
  input: DraftInput;
  problem: string | undefined;
  readOnly: boolean;
  onChange(change: Partial<DraftInput>): void;
  onRemove(): void;
}): ReactNode {
  const id = useId();
  return (
    <Box component="li" sx={{ pb: 2 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
          gap: 2,
          alignItems: 'center',
        }}
      >
        <OutlinedInput
          size="small"
          value={input.name}
          placeholder="Name"
          readOnly={readOnly}
          error={problem !== undefined}
          onChange={(event) => onChange({ name: event.target.value })}
          inputProps={{
            'aria-label': `Name of input ${place}`,
            ...(problem === undefined ? {} : { 'aria-describedby': id }),
          }}
        />
        <TagChoice
          label={`Tag of input ${place}`}
          tag={input.tag}
          readOnly={readOnly}
          onTag={(tag) =>
            onChange({ tag, unit: null, ...(input.name === '' && tag ? { name: tag.name } : {}) })
          }
        />
        {readOnly ? null : (
          <IconButton size="small" aria-label={`Remove input ${input.name || place}`} onClick={onRemove}>
            <Icon path={mdiClose} />
          </IconButton>
        )}
      </Box>
      {problem === undefined ? null : (
        <FormHelperText error id={id}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}

function TagChoice({
  label,
  tag,
  readOnly,
  onTag,
}: {
  label: string;
  tag: DraftInput['tag'];
  readOnly: boolean;
  onTag(tag: DraftInput['tag']): void;
}): ReactNode {
  return (
    <TagPicker
      tag={tag}
      types={['data_point', 'calculated']}
      readOnly={readOnly}
      onTag={onTag}
      renderInput={(parameters) => (
        <TextField
          {...parameters}
          placeholder="Tag"
          slotProps={{
            ...parameters.slotProps,
            htmlInput: { ...parameters.slotProps.htmlInput, 'aria-label': label },
          }}
        />
      )}
    />
  );
}
