import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import type { ConditionalColor } from '@twinward/contracts/questions/query-definition';
import type { ResultColumn } from '@twinward/contracts/questions/query-result';
import { type ReactNode, useId } from 'react';
import { toChoices } from '../../../ui/form/choices.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { colorNames } from '../query-words.ts';

/** Maximum number of ranges. */
const mostConditions = 20;

/** Edits ranges of values with their colors. The first range that contains a value applies. */
export function ConditionalColors({
  columns,
  conditions,
  onConditions,
}: {
  /** The numeric columns. */
  columns: readonly ResultColumn[];
  conditions: readonly ConditionalColor[];
  onConditions: (conditions: ConditionalColor[]) => void;
}): ReactNode {
  const id = useId();
  const first = columns[0];
  const replace = (old: ConditionalColor, part: Partial<ConditionalColor>): void =>
    onConditions(conditions.map((one) => (one === old ? { ...one, ...part } : one)));
  const limit = (value: number | null): number | null =>
    value === null || Number.isNaN(value) ? null : value;
  return (
    <Box role="group" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 32 }}>
        <Muted id={id} sx={{ mr: 'auto' }}>
          Colors by value
        </Muted>
        <AddButton
          disabled={first === undefined || conditions.length >= mostConditions}
          onClick={() =>
            onConditions([...conditions, { column: first!.key, from: null, to: null, color: 'red' }])
          }
        >
          Add color
        </AddButton>
      </Stack>
      <Stack spacing={3}>
        {conditions.map((condition, place) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
            key={place}
            sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 2 }}
          >
            <SelectField
              label="Column"
              choices={columns.map(({ key, caption }) => ({ value: key, label: caption }))}
              value={condition.column}
              onChange={({ target }) => replace(condition, { column: target.value })}
            />
            <Stack direction="row" spacing={1} sx={{ alignItems: 'end' }}>
              <SelectField
                label="Color"
                choices={toChoices(colorNames)}
                value={condition.color}
                onChange={({ target }) =>
                  replace(condition, { color: target.value as ConditionalColor['color'] })
                }
              />
              <IconButton
                size="small"
                aria-label={`Remove color ${place + 1}`}
                onClick={() => onConditions(conditions.filter((one) => one !== condition))}
                sx={{ mb: 1 }}
              >
                <Icon path={mdiClose} />
              </IconButton>
            </Stack>
            <NumberField
              label="From"
              value={condition.from}
              onChange={(from) => replace(condition, { from: limit(from) })}
            />
            <NumberField
              label="Below"
              value={condition.to}
              onChange={(to) => replace(condition, { to: limit(to) })}
            />
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
