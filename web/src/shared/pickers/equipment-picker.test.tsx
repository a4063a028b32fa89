import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Asset } from '@twinward/contracts/assets/asset';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { EquipmentPicker } from './equipment-picker.tsx';

function Picking(): ReactNode {
  const [chosen, setChosen] = useState<Asset[]>([]);
  return <EquipmentPicker value={chosen} onChange={setChosen} />;
}

it('preserves the typed text, and finds equipment beyond the first twenty', async () => {
  const named = (id: number): Partial<Asset> => ({ id, assetName: `Engine ${id}`, uniqueId: `E-${id}` });
  serve({
    'POST /api/assets/filters': ({ body }) =>
      page([JSON.stringify(body).includes('"engine 64"') ? named(64) : named(1)]),
  });
  show(<Picking />, '/', '/');
  const box = screen.getByLabelText('Assets');
  await userEvent.type(box, 'engine 64');
  await userEvent.click(await screen.findByRole('option', { name: 'Engine 64 (E-64)' }));
  expect(screen.getByText('Engine 64 (E-64)', { selector: '.MuiChip-label' })).toBeTruthy();
  await userEvent.type(box, 'engine');
  expect((box as HTMLInputElement).value).toBe('engine');
});
