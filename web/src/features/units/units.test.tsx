import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { UnitsPage } from './units-page.tsx';

const unit = (id: number, code: string, factor: number, more: Partial<Unit> = {}): Unit => ({
  id,
  categoryId: 1,
  code,
  name: code,
  abbreviation: code,
  description: '',
  isStandard: true,
  factor,
  offset: 0,
  isDeprecated: false,
  version: 1,
  ...more,
});
const pressure: UnitCategory = {
  id: 1,
  name: 'Pressure',
  description: '',
  isStandard: true,
  baseUnitId: 1,
  version: 1,
};
const units = [unit(1, 'Pa', 1), unit(2, 'kPa', 1000), unit(3, 'pz', 1000, { isStandard: false })];

function open(address: string) {
  const asked = serve({
    'POST /api/uom/categories/filters': () =>
      page([pressure, { ...pressure, id: 2, name: 'Speed', baseUnitId: null }]),
    'POST /api/uom/units/filters': () => page(units),
    'GET /api/settings/system/units': () => Response.json({ units: {} }),
    'POST /api/settings/system/units': ({ body }) => Response.json(body),
    'GET /api/uom/units/3/uses': () => Response.json([{ usedBy: 'tags', count: 4 }]),
    'POST /api/uom/units': ({ body }) =>
      Response.json({ ...unit(9, 'x', 1), ...(body as object) }, { status: 201 }),
    'POST /api/uom/units/3/replace': () => Response.json({ ...units[2], isDeprecated: true }),
  });
  show(<UnitsPage />, '/settings/uoms', address);
  return asked;
}
const sent = (asked: ReturnType<typeof open>, call: string) => asked.find((one) => one.call === call)?.body;

it('lists categories, and finds them by their units', async () => {
  open('/settings/uoms');
  expect(await screen.findByRole('link', { name: 'Speed' })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Category or unit'), 'kpa');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Speed' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Pressure' }).getAttribute('href')).toBe(
    '/settings/uoms?category=1',
  );
});

it('shows conversions, and converts in both directions', async () => {
  open('/settings/uoms?category=1');
  expect(await screen.findByText('1 kPa = 1,000 Pa')).toBeTruthy();
  expect(screen.getByText('1 Pa = 0.001 kPa')).toBeTruthy();
  const converter = screen.getByRole('group', { name: 'Converter' });
  const [from, to] = [within(converter).getByLabelText('Value'), within(converter).getByLabelText('Is')];
  await userEvent.clear(from);
  await userEvent.type(from, '2500');
  expect((to as HTMLInputElement).value).toBe('2.5');
  await userEvent.clear(to);
  await userEvent.type(to, '3');
  await userEvent.tab();
  expect((from as HTMLInputElement).value).toBe('3,000');
});

it('adds a custom unit, and previews its conversion', async () => {
  const asked = open('/settings/uoms?category=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Add unit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add unit of pressure' });
  await userEvent.type(within(dialog).getByLabelText('UCUM code'), 'a b');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save unit' }));
  expect(within(dialog).getByText(/Please enter a UCUM code/)).toBeTruthy();
  await userEvent.clear(within(dialog).getByLabelText('UCUM code'));
  await userEvent.type(within(dialog).getByLabelText('UCUM code'), 'mH2O');
  await userEvent.type(within(dialog).getByLabelText('Name'), 'meter of water');
  await userEvent.type(within(dialog).getByLabelText('Abbreviation'), 'mWC');
  await userEvent.clear(within(dialog).getByLabelText('Factor'));
  await userEvent.type(within(dialog).getByLabelText('Factor'), '9806.65');
  expect((within(dialog).getByLabelText('Is') as HTMLInputElement).value).toBe('9,806.65');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save unit' }));
  await waitFor(() =>
    expect(sent(asked, 'POST /api/uom/units')).toMatchObject({
      categoryId: 1,
      code: 'mH2O',
      factor: 9806.65,
      offset: 0,
    }),
  );
});

it('replaces a unit by an equal one, and shows its uses', async () => {
  const asked = open('/settings/uoms?category=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for pz' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Replace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace pz' });
  expect(await within(dialog).findByText('Used by 4 tags. It will be deprecated.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(sent(asked, 'POST /api/uom/units/3/replace')).toEqual({ by: 2, version: 1 }));
});

it('sets the default display unit of all users', async () => {
  const asked = open('/settings/uoms?category=1');
  await userEvent.selectOptions(await screen.findByLabelText('Charts and tables show values in'), '2');
  await waitFor(() => expect(sent(asked, 'POST /api/settings/system/units')).toEqual({ units: { 1: 2 } }));
});
