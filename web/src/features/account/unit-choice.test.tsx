import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useDisplayUnit } from '../../shared/units/use-display-unit.ts';
import { serve, show, viewer } from '../../testing/show.tsx';
import { UnitChoice } from './unit-choice.tsx';

const unit = (
  id: number,
  categoryId: number,
  code: string,
  abbreviation: string,
  factor: number,
  offset: number,
) => ({
  id,
  categoryId,
  code,
  name: code,
  abbreviation,
  description: '',
  isStandard: true,
  factor,
  offset,
});
const category = (id: number, name: string) => ({
  id,
  name,
  description: '',
  isStandard: true,
  baseUnitId: id,
});

function Reading() {
  const { text, convert } = useDisplayUnit('Cel');
  return <p>{`${convert(100)} ${text}`}</p>;
}

function open(refuse = false) {
  const asked = serve({
    'GET /api/uom/categories': () => Response.json([category(1, 'Temperature'), category(2, 'Acidity')]),
    'GET /api/uom/units': () =>
      Response.json([
        unit(1, 1, 'Cel', '°C', 1, 273.15),
        unit(2, 1, '[degF]', '°F', 5 / 9, 459.67),
        unit(3, 2, '[pH]', 'pH', 1, 0),
      ]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'GET /api/settings/system/units': () => Response.json({ units: {} }),
    'POST /api/settings/user/units': ({ body }) =>
      refuse
        ? Response.json({ id: 'internal', title: 'Internal error', message: 'It failed.' }, { status: 500 })
        : Response.json(body),
  });
  show(
    <>
      <UnitChoice />
      <Reading />
    </>,
    '/',
    '/',
    viewer,
  );
  return asked;
}

it('converts values to the chosen unit at once, and back', async () => {
  const asked = open();
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Temperature' });
  expect([...choice.options].map((option) => option.text)).toEqual([
    'Plant default',
    'As measured',
    '°C – Cel',
    '°F – [degF]',
  ]);
  expect(screen.queryByRole('combobox', { name: 'Acidity' })).toBeNull();
  expect(screen.getByText('100 °C')).toBeTruthy();
  await userEvent.selectOptions(choice, '2');
  expect(await screen.findByText('212 °F')).toBeTruthy();
  expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { units: { 1: 2 } },
  ]);
  await userEvent.selectOptions(choice, '');
  expect(await screen.findByText('100 °C')).toBeTruthy();
});

it('rolls back a choice that cannot be saved', async () => {
  open(true);
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Temperature' });
  await userEvent.selectOptions(choice, '2');
  expect(await screen.findByText('It failed.')).toBeTruthy();
  await waitFor(() => expect(choice.value).toBe(''));
  expect(screen.getByText('100 °C')).toBeTruthy();
});
