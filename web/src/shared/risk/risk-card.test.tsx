import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../testing/show.tsx';
import { RiskCard } from './risk-card.tsx';

it('links to the analysis of the risk', async () => {
  const mission = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
  const risk = { probability: null, consequence: { value: 1000, description: '' } };
  show(<RiskCard risk={risk} mission={mission} analysis={{ id: 7, name: 'Plant' }} />, '/', '/');
  const link = await screen.findByRole('link', { name: 'Open analysis "Plant"' });
  expect(link.getAttribute('href')).toBe('/apps/riskanalyses/7');
});
