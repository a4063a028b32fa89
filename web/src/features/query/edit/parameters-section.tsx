import Link from '@mui/material/Link';
import type { QueryParameter } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { OrderedList } from '../../../ui/list/ordered-list.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { parameterKindNames } from '../query-words.ts';
import { moved } from './definition.ts';
import type { EditProps } from './edit-props.ts';
import { ParameterDialog } from './parameter-dialog.tsx';

/** Maximum number of parameters. */
const mostParameters = 20;

/** Edits the parameters of the query. */
export function ParametersSection({ types, definition, onChange }: EditProps): ReactNode {
  const [opened, open] = useState<QueryParameter | 'new' | null>(null);
  const { parameters } = definition;
  const set = (next: QueryParameter[]): void => onChange({ ...definition, parameters: next });
  return (
    <Section
      title="Parameters"
      aside={
        <AddButton disabled={parameters.length >= mostParameters} onClick={() => open('new')}>
          Add parameter
        </AddButton>
      }
    >
      {parameters.length === 0 ? (
        <EmptyState
          title="No parameters yet."
          hint="A parameter is a value that the reader enters when the query runs. Conditions can use it."
        />
      ) : (
        <OrderedList
          label="Parameters"
          items={parameters}
          toKey={({ name }) => name}
          toName={({ caption }) => caption}
          listActions={(parameter) => ({
            first: [{ label: 'Edit', onChoose: () => open(parameter) }],
            last: [{ label: 'Remove', onChoose: () => set(parameters.filter((one) => one !== parameter)) }],
          })}
          onMove={(parameter, to) => set(moved(parameters, parameter, to))}
        >
          {(parameter) => (
            <>
              <Link
                component="button"
                type="button"
                color="inherit"
                underline="hover"
                onClick={() => open(parameter)}
                sx={{ textAlign: 'left', overflowWrap: 'anywhere', fontSize: '0.8125rem' }}
              >
                {parameter.caption}
              </Link>
              <Muted sx={{ ml: 'auto' }}>{parameterKindNames[parameter.kind]}</Muted>
            </>
          )}
        </OrderedList>
      )}
      {opened === null ? null : (
        <ParameterDialog
          types={types}
          parameter={opened === 'new' ? null : opened}
          taken={parameters.filter((one) => one !== opened).map(({ name }) => name)}
          onSave={(next) =>
            set(
              opened === 'new'
                ? [...parameters, next]
                : parameters.map((one) => (one === opened ? next : one)),
            )
          }
          onClose={() => open(null)}
        />
      )}
    </Section>
  );
}
