import { bearingAt, rows, timeOfRow, vibrationAt } from '../plant.ts';
import type { Script } from '../script.ts';

function fileOfPump(): Buffer {
  const lines = Array.from({ length: rows }, (_, row) =>
    [new Date(timeOfRow(row)).toISOString(), bearingAt(row), vibrationAt(row)].join(','),
  );
  return Buffer.from(['Time,Bearing temperature (°C),Casing vibration [mm/s]', ...lines, ''].join('\n'));
}

export const importing: Script = {
  prepare: async () => '/home',
  async film(director) {
    const { page } = director;
    const dialog = page.getByRole('dialog', { name: 'Import data' });
    await director.step('Choose Import data on the home page.', () =>
      director.click(page.getByRole('button', { name: 'Import data' }), () => dialog.waitFor()),
    );
    await director.step(
      'Drop a CSV or Excel file with a time column and a column for each signal.',
      async () => {
        await director.moveTo(dialog.getByRole('button', { name: 'Choose a file, or drop it here' }));
        const chooser = page.waitForEvent('filechooser');
        await dialog.getByRole('button', { name: 'Choose a file, or drop it here' }).click();
        await (await chooser).setFiles({
          name: 'Feed pump 12.csv',
          mimeType: 'text/csv',
          buffer: fileOfPump(),
        });
        await dialog.getByText('Creates the asset Feed pump 12 and its twin. Creates 2 tags.').waitFor();
      },
    );
    await director.step('Check the name and the unit that are proposed for each new tag.', () =>
      director.moveTo(dialog.getByLabel('Unit of Bearing temperature (°C)')),
    );
    await director.keepPicture();
    await director.step('Read what the import will create.', () =>
      director.moveTo(dialog.getByText('Creates the asset Feed pump 12 and its twin. Creates 2 tags.')),
    );
    const chart = page.getByRole('application', { name: /^Chart of Feed pump 12/ });
    await director.step('Choose Import: the chart of your signals opens.', async () => {
      await director.click(dialog.getByRole('button', { name: 'Import', exact: true }), async () => {
        await page.waitForURL('**/explore?with=*');
        await chart.locator('canvas').first().waitFor();
      });
    });
    await director.step('The same data are on the page of the new twin.', () =>
      director.click(page.getByRole('link', { name: 'Feed pump 12', exact: true }), () =>
        page.getByRole('heading', { level: 1, name: 'Feed pump 12' }).waitFor(),
      ),
    );
  },
};
