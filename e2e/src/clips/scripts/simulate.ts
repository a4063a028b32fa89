import { findMachine } from '../../stage.ts';
import type { Script } from '../script.ts';

export const simulate: Script = {
  prepare: async (client) => `/apps/twins/${(await findMachine(client)).twinId}/protections`,
  async film(director) {
    const { page } = director;
    const simulated = page.getByText(/^\d+ excursions from/);
    await director.step('Choose Simulate of a protection on Monitor.', () =>
      director.click(page.getByRole('link', { name: 'Simulate Loss of heat' }), () =>
        page.getByRole('heading', { level: 1, name: 'Simulation of Loss of heat' }).waitFor(),
      ),
    );
    await director.step('Choose the range: here all that is recorded.', () =>
      director.click(page.getByRole('button', { name: 'Use all data' })),
    );
    await director.step('Compare with other logic, to try a change.', async () => {
      await director.click(page.getByLabel('Compare with other logic'));
      const logic = page.getByRole('textbox', { name: 'Logic of Very cold', exact: true });
      await director.click(logic);
      await page.keyboard.press('Control+A');
      await director.type('[Temperature] < 50');
      await page.keyboard.press('Escape');
    });
    await director.step('Choose Simulate. Nothing is stored and nobody is notified.', () =>
      director.click(page.getByRole('button', { name: 'Simulate', exact: true }), () => simulated.waitFor()),
    );
    await director.step('See which excursions come and go, threshold by threshold.', async () => {
      const changes = page.getByRole('table', { name: 'Changes by threshold' });
      await changes.waitFor();
      await director.scrollTo(changes);
    });
    await director.keepPicture();
    await director.step('The score says which known failures each logic would have caught.', async () => {
      const score = page.getByRole('table', { name: 'Score, other logic', exact: true });
      await score.waitFor();
      await director.scrollTo(score);
    });
    await director.step('Apply makes the excursions of the saved logic those of the record.', async () => {
      await director.click(page.getByRole('button', { name: 'Apply' }), () =>
        page.getByRole('alertdialog').waitFor(),
      );
      await director.click(page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }), () =>
        simulated.waitFor({ state: 'detached' }),
      );
    });
  },
};
