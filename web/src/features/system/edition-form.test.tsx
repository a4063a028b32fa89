import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultEdition } from '@twinward/contracts/system/edition';
import { expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { EditionForm } from './edition-form.tsx';

it('saves the URL to upgrade and the limits of analyses, if the URL is valid', async () => {
  const asked = serve({ 'POST /api/settings/system/edition': ({ body }) => Response.json(body) });
  show(<EditionForm settings={defaultEdition} />, '/settings/system', '/settings/system');
  const address = screen.getByLabelText('Upgrade address');
  await userEvent.selectOptions(screen.getByLabelText('Edition'), 'ara');
  await userEvent.click(screen.getByLabelText('Assets may be removed from analyses'));
  await userEvent.type(address, 'next door');
  await userEvent.click(screen.getByText('Save edition'));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(asked).toEqual([]);
  await userEvent.clear(address);
  await userEvent.type(address, 'sales@plant.example');
  await userEvent.click(screen.getByText('Save edition'));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.body).toEqual({
    ...defaultEdition,
    edition: 'ara',
    canDeleteAsset: false,
    upgradeAddress: 'sales@plant.example',
  });
});
