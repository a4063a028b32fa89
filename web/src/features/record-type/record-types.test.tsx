import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType, RecordTypeChange } from '@twinward/contracts/records/record-type';
import { expect, it, vi } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { EditTypePage } from './edit-type-page.tsx';
import { blankField } from './field-draft.ts';
import { RecordTypesPage } from './record-types-page.tsx';

const field = (kind: FieldDefinition['kind'], name: string, caption: string, more: object = {}) =>
  ({ ...blankField(kind), name, caption, ...more }) as FieldDefinition;

const inspection: RecordType = {
  name: 'inspection',
  caption: 'Inspection',
  pluralCaption: 'Inspections',
  description: '',
  icon: 'inspection',
  isSystem: false,
  restricted: false,
  deprecated: false,
  mayWrite: true,
  titleTemplate: '',
  systemFields: [],
  rollUps: {},
  version: 3,
  states: [
    { name: 'open', caption: 'Open' },
    { name: 'closed', caption: 'Closed' },
  ],
  transitions: [],
  fields: [field('text', 'place', 'Place'), field('number', 'thickness', 'Thickness', { unit: 'mm' })],
};

function open(type: RecordType = inspection) {
  let now = type;
  const asked = serve({
    [`GET /api/recordtypes/${type.name}`]: () => Response.json(now),
    [`GET /api/recordtypes/${type.name}/use`]: () =>
      Response.json({
        records: 12,
        fields: type.fields.map(({ name }) => ({
          name,
          index: 'ready',
          records: name === 'place' ? 12 : 0,
        })),
        references: [],
      }),
    [`PUT /api/recordtypes/${type.name}`]: ({ body }) => {
      now = { ...now, ...(body as RecordTypeChange), version: now.version + 1 };
      return Response.json(now);
    },
  });
  show(<EditTypePage />, '/settings/recordtypes/edit/:name', `/settings/recordtypes/edit/${type.name}`);
  return asked;
}

const sent = (asked: ReturnType<typeof open>, call: string) => asked.find((one) => one.call === call)?.body;
const fieldNames = () =>
  within(screen.getByRole('list', { name: 'Fields' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('button')[1]!.textContent);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save record type' }));
const menu = async (caption: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${caption}` }));
  return screen.findByRole('menuitem', { name: action });
};

it('adds a field after validating it, orders fields by keys, and saves the type as a whole', async () => {
  const asked = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add field' }));
  const dialog = await screen.findByRole('dialog', { name: 'New field' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(within(dialog).getAllByText('Required.').length).toBeGreaterThan(0);
  await userEvent.type(within(dialog).getByLabelText('Caption'), 'Next visit');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Identifier').value).toBe('next_visit');
  await userEvent.selectOptions(within(dialog).getByLabelText('Kind'), 'integer');
  await userEvent.type(within(dialog).getByLabelText('Minimum'), '5');
  await userEvent.type(within(dialog).getByLabelText('Maximum'), '2');
  expect(within(dialog).getByText('Please enter a value that is not below the minimum.')).toBeTruthy();
  await userEvent.clear(within(dialog).getByLabelText('Maximum'));
  await userEvent.click(within(dialog).getByLabelText('Required', { selector: 'input' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move Next visit' }), {
    key: 'ArrowUp',
    altKey: true,
  });
  expect(fieldNames()).toEqual(['Place', 'Next visit', 'Thickness']);
  await save();
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect(sent(asked, 'PUT /api/recordtypes/inspection')).toMatchObject({
    version: 3,
    fields: [
      { name: 'place' },
      { name: 'next_visit', kind: 'integer', minimum: 5, maximum: null, required: true },
      { name: 'thickness', unit: 'mm' },
    ],
  });
});

it('does not change the kind of a field with values, and deprecates it instead of removing it', async () => {
  const asked = open();
  await screen.findByText('12 values');
  await userEvent.click(screen.getByRole('button', { name: 'Place' }));
  const dialog = await screen.findByRole('dialog', { name: 'Place' });
  expect(within(dialog).getByLabelText<HTMLSelectElement>(/^Kind/).disabled).toBe(true);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect((await menu('Place', 'Remove with its values')).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await menu('Place', 'Deprecate'));
  await userEvent.click(await menu('Thickness', 'Remove'));
  await save();
  await waitFor(() =>
    expect(sent(asked, 'PUT /api/recordtypes/inspection')).toMatchObject({
      fields: [{ name: 'place', deprecated: true }],
    }),
  );
});

it('adds a state and a transition', async () => {
  const asked = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add state' }));
  const state = await screen.findByRole('dialog', { name: 'New state' });
  await userEvent.type(within(state).getByLabelText('Caption'), 'Open');
  await userEvent.click(within(state).getByRole('button', { name: 'OK' }));
  expect(within(state).getByText('Please enter a unique value.')).toBeTruthy();
  await userEvent.type(within(state).getByLabelText('Caption'), ' again');
  await userEvent.click(within(state).getByRole('button', { name: 'OK' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add step' }));
  const step = await screen.findByRole('dialog', { name: 'New step' });
  await userEvent.type(within(step).getByLabelText('Caption'), 'Close');
  await userEvent.selectOptions(within(step).getByLabelText('To'), 'open');
  await userEvent.click(within(step).getByRole('button', { name: 'OK' }));
  expect(within(step).getByText('Please choose another state.')).toBeTruthy();
  await userEvent.selectOptions(within(step).getByLabelText('To'), 'closed');
  await userEvent.click(within(step).getByRole('button', { name: 'OK' }));
  await save();
  await waitFor(() =>
    expect(sent(asked, 'PUT /api/recordtypes/inspection')).toMatchObject({
      states: [{ name: 'open' }, { name: 'closed' }, { name: 'open_again', caption: 'Open again' }],
      transitions: [{ from: 'open', to: 'closed', caption: 'Close', groups: [] }],
    }),
  );
});

it('locks the fields of a system type, but allows further fields', async () => {
  open({
    ...inspection,
    name: 'asset',
    caption: 'Asset',
    isSystem: true,
    states: [],
    fields: [],
    systemFields: [{ name: 'assetName', caption: 'Name', kind: 'text', filter: 'AssetName' }],
  });
  const table = await screen.findByRole('table', { name: 'Built-in fields' });
  expect(within(table).getByText('assetName')).toBeTruthy();
  expect(screen.queryByLabelText('Caption')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add state' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions for Asset' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add field' })).toBeTruthy();
});

it('lists types and adds one', async () => {
  const asked = serve({
    'POST /api/recordtypes/filters': () => page([inspection]),
    'POST /api/recordtypes': ({ body }) =>
      Response.json({ ...inspection, ...(body as object) }, { status: 201 }),
  });
  const router = show(<RecordTypesPage />, '/settings/recordtypes', '/settings/recordtypes?kind=own');
  expect(await screen.findByRole('link', { name: 'Inspection' })).toBeTruthy();
  expect(sent(asked, 'POST /api/recordtypes/filters')).toMatchObject({
    filters: [{ field: 'IsSystem', operator: 'EqualTo', value: false }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add record type' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add record type' });
  await userEvent.type(within(dialog).getByLabelText('Caption'), 'Safety walk');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add record type' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/recordtypes/edit/safety_walk'));
  expect(sent(asked, 'POST /api/recordtypes')).toEqual({ name: 'safety_walk', caption: 'Safety walk' });
});

it('copies a type', async () => {
  const asked = open();
  await userEvent.click(await menu('Inspection', 'Copy'));
  const dialog = await screen.findByRole('dialog', { name: 'Copy Inspection' });
  await userEvent.type(within(dialog).getByLabelText('Caption'), 'Round');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy record type' }));
  await waitFor(() =>
    expect(sent(asked, 'POST /api/recordtypes/inspection/copy')).toEqual({ name: 'round', caption: 'Round' }),
  );
});

it('sets the reminders of a date, and the tag that records a number', async () => {
  const asked = open({
    ...inspection,
    fields: [
      field('reference', 'asset', 'Asset'),
      field('user', 'inspector', 'Inspector'),
      field('date', 'next', 'Next date'),
      field('number', 'thickness', 'Thickness', { unit: 'mm' }),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Next date' }));
  const date = await screen.findByRole('dialog', { name: 'Next date' });
  await userEvent.click(within(date).getByRole('button', { name: 'Add reminder' }));
  await userEvent.click(within(date).getByRole('button', { name: 'OK' }));
  expect(within(date).getByText('Please choose users or groups to remind.')).toBeTruthy();
  const days = within(date).getByLabelText('Days before');
  await userEvent.clear(days);
  await userEvent.type(days, '30');
  await userEvent.click(within(date).getByRole('checkbox', { name: 'Inspector' }));
  await userEvent.click(within(date).getByRole('button', { name: 'OK' }));

  await userEvent.click(await screen.findByRole('button', { name: 'Thickness' }));
  const number = await screen.findByRole('dialog', { name: 'Thickness' });
  await userEvent.selectOptions(
    within(number).getByLabelText('Write values to a tag of the asset in'),
    'Asset',
  );
  expect(within(number).getByLabelText<HTMLSelectElement>('Time of the point from').value).toBe('next');
  await userEvent.click(within(number).getByRole('button', { name: 'OK' }));
  await save();
  await waitFor(() =>
    expect(sent(asked, 'PUT /api/recordtypes/inspection')).toMatchObject({
      fields: [
        { name: 'asset' },
        { name: 'inspector' },
        { reminders: [{ daysBefore: 30, userIds: [], groups: [], userFields: ['inspector'] }] },
        { name: 'thickness', feeds: { asset: 'asset', time: 'next' } },
      ],
    }),
  );
});

it('shows a type with a computed field if the policy forbids generated code', async () => {
  const made = vi.spyOn(globalThis, 'Function').mockImplementation(() => {
    throw new EvalError('unsafe-eval');
  });
  try {
    open({
      ...inspection,
      fields: [field('computed', 'margin', 'Margin', { expression: '[thickness] - 3' })],
    });
    expect(await screen.findByRole('button', { name: 'Margin' })).toBeTruthy();
  } finally {
    made.mockRestore();
  }
});
