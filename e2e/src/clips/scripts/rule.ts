import { findMachine } from '../../stage.ts';
import type { Script } from '../script.ts';

export const rule: Script = {
  prepare: async (client) => `/apps/twins/${(await findMachine(client)).twinId}/protections`,
  async film(director) {
    const { page } = director;
    await director.step('Open Monitor of a twin, and choose New protection.', () =>
      director.click(page.getByRole('link', { name: 'New protection' }), () =>
        page.getByRole('heading', { level: 1, name: 'New protection' }).waitFor(),
      ),
    );
    await director.step('Name it after what it protects against.', () =>
      director.fill(page.getByLabel('Name', { exact: true }), 'Cold component'),
    );
    await director.step('Add a threshold, with a level from 1 to 1000.', async () => {
      await director.click(page.getByRole('button', { name: 'Add threshold' }));
      await director.fill(page.getByLabel('Threshold', { exact: true }), 'Cold');
      await director.fill(page.getByLabel('Level', { exact: true }), '400');
    });
    const logic = page.getByRole('textbox', { name: 'Logic of Cold', exact: true });
    const lane = page.getByRole('img', { name: /^Cold: \d+ excursions?/ });
    await director.step(
      'Write when something is wrong, with the inputs of the twin in brackets.',
      async () => {
        await director.click(logic);
        await director.type('[Temperature] < 60');
        await page.keyboard.press('Escape');
        await lane.waitFor();
      },
    );
    await director.step('The preview shows at once when this would have been true.', () =>
      director.scrollTo(lane),
    );
    await director.step('Another limit finds more or less: compare before you save.', async () => {
      const before = await lane.getAttribute('aria-label');
      await logic.click();
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await director.type('50');
      await page.keyboard.press('Escape');
      await page.waitForFunction(
        (old) =>
          [...document.querySelectorAll('[role=img][aria-label^="Cold: "]')].some(
            (each) => each.getAttribute('aria-label') !== old,
          ),
        before,
      );
      await director.scrollTo(lane);
    });
    await director.keepPicture();
    await director.step('Save it. It is inactive until you activate it.', () =>
      director.click(page.getByRole('button', { name: 'Save', exact: true }), () =>
        page.getByText('Inactive: not evaluated').waitFor(),
      ),
    );
    await director.step('Activate: from now on new data are watched.', () =>
      director.click(page.getByRole('button', { name: 'Activate' }), () =>
        page.getByText('Inactive: not evaluated').waitFor({ state: 'detached' }),
      ),
    );
  },
};
