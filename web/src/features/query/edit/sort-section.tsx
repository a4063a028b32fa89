import { mdiClose } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { maximumRows, type QueryDefinition } from '@twinward/contracts/questions/query-definition';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import type { ReactNode } from 'react';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { sourceType } from '../catalogue.ts';
import { columnCaption } from './definition.ts';
import type { EditProps } from './edit-props.ts';

type Sort = QueryDefinition['sorts'][number];

/** Edits the order and the maximum number of rows. */
export function SortSection({ types, definition, onChange }: EditProps): ReactNode {
  const { columns, sorts, limit } = definition;
  const from = sourceType(types, definition.source);
  if (columns.length === 0) return null;
  const set = (next: Sort[]): void => onChange({ ...definition, sorts: next });
  const choices = columns.map((column) => ({ value: column.key, label: columnCaption(types, from, column) }));
  const free = choices.find(({ value }) => !sorts.some(({ field }) => field === value));
  return (
    <Section
      title="Sort and limit"
      aside={
        <AddButton
          disabled={free === undefined || sorts.length >= 10}
          onClick={() => set([...sorts, { field: free!.value, direction: 'Descending' }])}
        >
          Add sort
        </AddButton>
      }
    >
      <Stack spacing={3}>
        {sorts.map((sort, place) => {
          const replace = (part: Partial<Sort>): void =>
            set(sorts.map((one) => (one === sort ? { ...sort, ...part } : one)));
          return (
            <Stack key={sort.field} direction="row" spacing={2} sx={{ alignItems: 'end' }}>
              <SelectField
                label={place === 0 ? 'Sort by' : 'Then by'}
                choices={choices}
                value={sort.field}
                onChange={({ target }) => replace({ field: target.value })}
              />
              <SelectField
                label="Direction"
                choices={[
                  { value: 'Ascending', label: 'Ascending' },
                  { value: 'Descending', label: 'Descending' },
                ]}
                value={sort.direction}
                onChange={({ target }) => replace({ direction: target.value as Sort['direction'] })}
              />
              <IconButton
                size="small"
                aria-label={`Remove sort ${place + 1}`}
                onClick={() => set(sorts.filter((one) => one !== sort))}
                sx={{ mb: 1 }}
              >
                <Icon path={mdiClose} />
              </IconButton>
            </Stack>
          );
        })}
        <NumberField
          label="Maximum rows"
          value={limit}
          onChange={(next) => {
            if (next !== null && Number.isInteger(next) && next >= 1 && next <= maximumRows)
              onChange({ ...definition, limit: next });
          }}
        />
        {isGrouped(definition.columns) ? (
          <SwitchField
            label="Show times without records"
            checked={definition.fillGaps}
            onChange={(fillGaps) => onChange({ ...definition, fillGaps })}
          />
        ) : null}
      </Stack>
    </Section>
  );
}
