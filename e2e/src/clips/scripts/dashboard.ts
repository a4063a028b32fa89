import type { Director } from '../director.ts';
import type { Script } from '../script.ts';

const cardDialog = ({ page }: Director) => page.getByRole('dialog', { name: 'Add card' });

async function openDialog(director: Director, kind: string): Promise<void> {
  await director.click(director.page.getByRole('button', { name: 'Add card' }).first(), () =>
    cardDialog(director).waitFor(),
  );
  await director.select(cardDialog(director).getByLabel('Card type'), kind);
}

const addCard = (director: Director): Promise<void> =>
  director.click(cardDialog(director).getByRole('button', { name: 'Add card' }), () =>
    cardDialog(director).waitFor({ state: 'detached' }),
  );

export const dashboard: Script = {
  prepare: async () => '/dashboard',
  async film(director) {
    const { page } = director;
    await director.step('Insights shows dashboards. Choose New dashboard in the menu.', async () => {
      await director.click(page.getByRole('button', { name: 'More for Plant risk' }));
      await director.click(page.getByRole('menuitem', { name: 'New dashboard' }), () =>
        page.getByRole('dialog').waitFor(),
      );
    });
    await director.step('Name it, and add it.', async () => {
      await director.fill(page.getByRole('dialog').getByLabel('Name'), 'Morning meeting');
      await director.click(page.getByRole('button', { name: 'Add dashboard' }), () =>
        page.getByRole('heading', { level: 1, name: 'Morning meeting' }).waitFor(),
      );
    });
    await director.step('Choose Edit, then add a card: first a number.', async () => {
      await director.click(page.getByRole('button', { name: 'Edit', exact: true }));
      await openDialog(director, 'Number');
      await director.select(cardDialog(director).getByLabel('Figure'), 'Active advisories');
      await addCard(director);
    });
    await director.step('Then the twins with the highest risk.', async () => {
      await openDialog(director, 'Top risks');
      await addCard(director);
    });
    await director.step('And the excursions that began in the range.', async () => {
      await openDialog(director, 'Excursions');
      await addCard(director);
    });
    const number = page.getByRole('group', { name: /^Active advisories, Column/ });
    await director.step('Drag cards to arrange them, or use the arrow keys.', async () => {
      await director.moveTo(number);
      await number.focus();
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight']) await director.press(key);
    });
    await director.step('Save dashboard keeps it.', () =>
      director.click(page.getByRole('button', { name: 'Save dashboard' }), () =>
        page.getByRole('button', { name: 'Edit', exact: true }).waitFor(),
      ),
    );
    await director.keepPicture();
  },
};
