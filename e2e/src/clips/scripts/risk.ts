import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Script } from '../script.ts';

export const risk: Script = {
  async prepare(client) {
    const analyses = await client.list<RiskAnalysis>('/api/riskanalyses/filters', {});
    return `/apps/riskanalyses/${analyses.find(({ name }) => name === 'Plant review')!.id}`;
  },
  async film(director) {
    const { page } = director;
    await director.step(
      'A risk analysis begins with its answer: the risk in money over its time.',
      async () => {
        await page.getByRole('application', { name: 'Risk over time' }).waitFor();
      },
    );
    const matrix = page.getByRole('table', { name: /^Assets and risk by probability and cost/ });
    await director.step('The matrix counts assets by probability and cost of failure.', async () => {
      await matrix.scrollIntoViewIfNeeded();
      await matrix.waitFor();
      await director.scrollTo(matrix);
    });
    await director.keepPicture();
    const assets = page.getByRole('table', { name: 'Assets of the analysis' });
    await director.step('Choose a cell: the list below shows its assets.', async () => {
      await director.click(matrix.getByRole('link').first());
      await director.scrollTo(assets);
    });
    await director.step('Improve an asset where much risk goes for little money.', () =>
      director.moveTo(assets.getByRole('row').nth(1)),
    );
    const slider = page.getByRole('slider', { name: 'Budget' });
    await director.step('Move the budget: the best set of options for it is chosen.', async () => {
      await director.scrollTo(slider);
      await director.moveTo(page.getByLabel('Budget amount'));
      await director.fill(page.getByLabel('Budget amount'), '30000');
      await page.getByText(/ of \$30,000: the risk falls from /).waitFor();
    });
    await director.step('The table names what to buy, and the risk that it takes away.', () =>
      director.scrollTo(page.getByRole('table', { name: 'Chosen set' })),
    );
    await director.step('Create a scenario of it, to keep the plan.', async () => {
      await director.click(page.getByRole('button', { name: 'Create scenario' }), () =>
        page.getByRole('dialog', { name: 'New scenario' }).waitFor(),
      );
      await director.fill(page.getByRole('dialog').getByLabel('Name'), 'Plan of this year');
      await director.click(page.getByRole('dialog').getByRole('button', { name: 'Create scenario' }), () =>
        page.getByRole('heading', { level: 1, name: 'Plan of this year' }).waitFor(),
      );
    });
  },
};
