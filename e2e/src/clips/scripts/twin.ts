import { bearingAt, createSignals, vibrationAt } from '../plant.ts';
import type { Script } from '../script.ts';

export const twin: Script = {
  async prepare(client) {
    await createSignals(client, { assetName: 'Cooling fan 3', uniqueId: 'FAN-03' }, [
      { name: 'FAN-03.BRG_TEMP', caption: 'Bearing temperature', unit: 'Cel', valueAt: bearingAt },
      { name: 'FAN-03.VIB', caption: 'Casing vibration', unit: 'mm/s', valueAt: vibrationAt },
    ]);
    return '/apps/twins';
  },
  async film(director) {
    const { page } = director;
    await director.step('Choose New twin on the list of twins.', () =>
      director.click(page.getByRole('button', { name: 'New twin' }), () =>
        page.getByRole('dialog').waitFor(),
      ),
    );
    await director.step('Choose the asset, and create its twin.', async () => {
      await director.fill(page.getByRole('combobox', { name: 'Asset' }), 'FAN-03');
      await director.click(page.getByRole('option', { name: 'Cooling fan 3 (FAN-03)' }));
      await director.click(page.getByRole('button', { name: 'Create twin' }), () =>
        page.getByRole('heading', { level: 1, name: 'Cooling fan 3' }).waitFor(),
      );
    });
    await director.step('Inputs are the signals that the rules of the twin may read. Open Tags.', () =>
      director.click(page.getByRole('link', { name: 'Tags', exact: true }), () =>
        page.getByRole('button', { name: 'New input' }).waitFor(),
      ),
    );
    await director.step('Choose New input, name it as rules will name it, and save.', async () => {
      await director.click(page.getByRole('button', { name: 'New input' }), () =>
        page.getByRole('dialog').waitFor(),
      );
      await director.fill(
        page.getByRole('dialog').getByLabel('Name', { exact: true }),
        'Bearing temperature',
      );
      await director.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }), () =>
        page.getByRole('dialog').waitFor({ state: 'detached' }),
      );
    });
    const input = page.getByRole('button', { name: /^Bearing temperature/ }).first();
    await director.step('Mapping proposes tags for each input, with the reasons.', async () => {
      await director.click(page.getByRole('link', { name: 'Mapping', exact: true }), () => input.waitFor());
      await director.click(input, () => page.getByRole('button', { name: /^FAN-03\.BRG_TEMP/ }).waitFor());
    });
    await director.keepPicture();
    await director.step('Choose the tag: the input is mapped.', () =>
      director.click(page.getByRole('button', { name: /^FAN-03\.BRG_TEMP/ }), () =>
        page.getByText('1 of 1 inputs are mapped.').waitFor(),
      ),
    );
  },
};
