import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { QueryType } from '@twinward/contracts/questions/query';
import type {
  QueryFieldFilter,
  QueryFilter,
  QueryGroupFilter,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useId, useState } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { pathText, type Types, valueAt } from '../catalogue.ts';
import { ConditionDialog } from './condition-dialog.tsx';
import { addFilter, conditionText, isGroup, replaceFilter } from './filters.ts';

interface FilterListProps {
  /** Accessible name of the list. */
  label: string;
  types: Types;
  /** The type whose fields the conditions refer to. */
  from: QueryType;
  parameters: readonly QueryParameter[];
  filters: readonly QueryFilter[];
  onFilters: (filters: QueryFilter[]) => void;
}

/** The edited condition, or the group of a new one. */
type Opened = { condition: QueryFieldFilter } | { group: QueryGroupFilter | null };

/** Edits conditions that must all be met, with nested groups that require all or any of their conditions. */
export function FilterList(props: FilterListProps): ReactNode {
  const { label, types, from, parameters, filters, onFilters } = props;
  const [opened, open] = useState<Opened | null>(null);
  const id = useId();
  const save = (condition: QueryFieldFilter): void => {
    if (opened === null) return;
    onFilters(
      'condition' in opened
        ? replaceFilter(filters, opened.condition, condition)
        : addFilter(filters, opened.group, condition),
    );
  };
  return (
    <Box role="group" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 32, flexWrap: 'wrap' }}>
        <Muted id={id} sx={{ mr: 'auto' }}>
          {label}
        </Muted>
        <Button onClick={() => open({ group: null })}>Add condition</Button>
        <Button
          onClick={() => {
            const group: QueryGroupFilter = { operator: 'GroupOr', filters: [] };
            onFilters([...filters, group]);
            open({ group });
          }}
        >
          Add group
        </Button>
      </Stack>
      <Filters {...props} shown={filters} onOpen={open} />
      {opened === null ? null : (
        <ConditionDialog
          types={types}
          from={from}
          parameters={parameters}
          condition={'condition' in opened ? opened.condition : null}
          onSave={save}
          onClose={() => open(null)}
        />
      )}
    </Box>
  );
}

function Filters({
  shown,
  onOpen,
  ...props
}: FilterListProps & {
  shown: readonly QueryFilter[];
  onOpen: (opened: Opened) => void;
}): ReactNode {
  const { types, from, parameters, filters, onFilters } = props;
  const findCaption = (name: string): string =>
    name === 'currentUser'
      ? 'the current user'
      : (parameters.find((one) => one.name === name)?.caption ?? name);
  const remove = (filter: QueryFilter): void => onFilters(replaceFilter(filters, filter, null));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {shown.map((filter, place) => {
        if (isGroup(filter)) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
            <Box component="li" key={place} sx={{ pl: 3, my: 2, borderLeft: 2, borderColor: 'divider' }}>
              <Stack direction="row" spacing={2} sx={{ alignItems: 'end' }}>
                <SelectField
                  label="Group"
                  choices={[
                    { value: 'GroupOr', label: 'Any of these' },
                    { value: 'GroupAnd', label: 'All of these' },
                  ]}
                  value={filter.operator}
                  onChange={({ target }) =>
                    onFilters(
                      replaceFilter(filters, filter, {
                        ...filter,
                        operator: target.value as QueryGroupFilter['operator'],
                      }),
                    )
                  }
                />
                <ActionsMenu
                  label="Actions for the group"
                  actions={[
                    { label: 'Add condition', onChoose: () => onOpen({ group: filter }) },
                    { label: 'Remove', onChoose: () => remove(filter) },
                  ]}
                />
              </Stack>
              <Filters {...props} shown={filter.filters} onOpen={onOpen} />
            </Box>
          );
        }
        const text = conditionText(
          filter,
          pathText(types, from, filter.field),
          valueAt(types, from, filter.field),
          findCaption,
        );
        return (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
            key={place}
            sx={{
              display: 'flex',
              alignItems: 'center',
              minHeight: 36,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Link
              component="button"
              type="button"
              color="inherit"
              underline="hover"
              onClick={() => onOpen({ condition: filter })}
              sx={{ textAlign: 'left', overflowWrap: 'anywhere', mr: 'auto', fontSize: '0.8125rem' }}
            >
              {text}
            </Link>
            <ActionsMenu
              label={`Actions for ${text}`}
              actions={[
                { label: 'Edit', onChoose: () => onOpen({ condition: filter }) },
                { label: 'Remove', onChoose: () => remove(filter) },
              ]}
            />
          </Box>
        );
      })}
    </Box>
  );
}
