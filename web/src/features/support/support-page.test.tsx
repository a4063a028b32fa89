import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createSession, serve, show, viewer } from '../../testing/show.tsx';
import { diagnosticsText, listDiagnostics } from './diagnostics.ts';
import { SupportPage } from './support-page.tsx';

function open(support: string) {
  serve({ 'GET /api/settings/system/help': () => Response.json({ documentation: '/docs', support }) });
  show(<SupportPage />, '/support', '/support');
}

describe('the support page', () => {
  it.each([
    ['help@plant.example', 'mailto:help@plant.example'],
    ['https://help.plant.example', 'https://help.plant.example'],
  ])('shows the contact %s as a link', async (support, address) => {
    open(support);
    expect((await screen.findByRole('link', { name: support })).getAttribute('href')).toBe(address);
    expect(screen.getByRole('link', { name: 'documentation' }).getAttribute('href')).toBe('/docs');
  });

  it('shows that no contact is configured', async () => {
    open('');
    expect(await screen.findByText('No support address is set.')).toBeTruthy();
  });

  it('shows diagnostics for support', async () => {
    const user = userEvent.setup();
    open('');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toContain('Version: 25.05.28.0001\nDatabase: demo\n');
    expect(
      diagnosticsText(
        listDiagnostics(createSession(viewer), 'Firefox', ['sdx'], { width: 390, height: 844 }),
      ),
    ).toBe(
      'Version: 25.05.28.0001\nDatabase: demo\nUser name: ada\nTime zone: UTC\nTwin library: none\n' +
        'Browser: Firefox\nFlags: sdx\nWindow: 390 × 844',
    );
  });
});
