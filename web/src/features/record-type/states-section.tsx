import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import {
  maximumStates,
  type RecordState,
  type StateTransition,
} from '@twinward/contracts/records/record-type';
import { captionOfState } from '@twinward/domain/records/states';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { OrderedList } from '../../ui/list/ordered-list.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { moved, placed, type TypeDraft } from './field-draft.ts';
import { StateDialog } from './state-dialog.tsx';
import { TransitionDialog } from './transition-dialog.tsx';

type Opened =
  | { kind: 'state'; state: RecordState; place: number | null }
  | { kind: 'step'; step: StateTransition; place: number | null };

/** Edits the states of a type's records and the steps between them. New records have the first state. */
export function StatesSection({
  draft,
  onChange,
}: {
  draft: TypeDraft;
  onChange: (change: Partial<TypeDraft>) => void;
}): ReactNode {
  const { states, transitions } = draft;
  const [opened, setOpened] = useState<Opened | null>(null);
  const openState = (state: RecordState): void =>
    setOpened({ kind: 'state', state, place: states.indexOf(state) });
  const openStep = (step: StateTransition): void =>
    setOpened({ kind: 'step', step, place: transitions.indexOf(step) });
  const columns: readonly Column<StateTransition>[] = [
    { id: 'caption', header: 'Step', width: '28%', cell: ({ caption }) => caption },
    { id: 'from', header: 'From', cell: ({ from }) => captionOfState(draft, from) },
    { id: 'to', header: 'To', cell: ({ to }) => captionOfState(draft, to) },
    {
      id: 'groups',
      header: 'Allowed groups',
      wide: true,
      cell: ({ groups }) => groups.join(', ') || 'Everyone who can edit the records',
    },
  ];
  return (
    <>
      <Section
        title="States"
        aside={
          <Button
            disabled={states.length >= maximumStates}
            onClick={() => setOpened({ kind: 'state', state: { name: '', caption: '' }, place: null })}
          >
            Add state
          </Button>
        }
      >
        {states.length === 0 ? (
          <Muted>Records of this type have no state.</Muted>
        ) : (
          <OrderedList
            label="States"
            items={states}
            toKey={({ name }) => name}
            toName={({ caption }) => caption}
            listActions={(state) => ({
              first: [{ label: 'Edit', onChoose: () => openState(state) }],
              last: [{ label: 'Remove', onChoose: () => onChange(withoutState(draft, state)) }],
            })}
            onMove={(state, to) => onChange({ states: moved(states, state, to) })}
          >
            {(state) => (
              <Box sx={{ flex: 1, minWidth: 0, display: 'flex', gap: 2, alignItems: 'center' }}>
                <Link component="button" type="button" underline="hover" onClick={() => openState(state)}>
                  {state.caption}
                </Link>
                {state === states[0] ? <Chip size="small" label="Initial state" /> : null}
              </Box>
            )}
          </OrderedList>
        )}
      </Section>
      {states.length < 2 ? null : (
        <Section
          title="Steps"
          aside={
            <Button
              onClick={() =>
                setOpened({
                  kind: 'step',
                  step: { from: states[0]!.name, to: states[1]!.name, caption: '', groups: [] },
                  place: null,
                })
              }
            >
              Add step
            </Button>
          }
        >
          {transitions.length === 0 ? (
            <Muted>No steps between states yet.</Muted>
          ) : (
            <DataTable
              label="Steps"
              columns={columns}
              rows={transitions}
              rowKey={({ from, to }) => `${from} ${to}`}
              onOpen={openStep}
              actions={{
                label: ({ caption }) => `Actions for ${caption}`,
                of: (step) => [
                  { label: 'Edit', onChoose: () => openStep(step) },
                  {
                    label: 'Remove',
                    onChoose: () => onChange({ transitions: transitions.filter((one) => one !== step) }),
                  },
                ],
              }}
            />
          )}
        </Section>
      )}
      {opened?.kind === 'state' ? (
        <StateDialog
          states={states}
          state={opened.state}
          place={opened.place}
          onApply={(state) => onChange({ states: placed(states, opened.place, state) })}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened?.kind === 'step' ? (
        <TransitionDialog
          draft={draft}
          step={opened.step}
          place={opened.place}
          onApply={(step) => onChange({ transitions: placed(transitions, opened.place, step) })}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

/** Removes a state and references to it. */
const withoutState = (draft: TypeDraft, { name }: RecordState): Partial<TypeDraft> => ({
  states: draft.states.filter((state) => state.name !== name),
  transitions: draft.transitions.filter(({ from, to }) => from !== name && to !== name),
  fields: draft.fields.map((field) => ({
    ...field,
    readOnlyIn: field.readOnlyIn.filter((state) => state !== name),
  })),
});
