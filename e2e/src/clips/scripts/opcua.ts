import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording } from '../../../../server/src/demo-systems/opcua/recording.ts';
import { demoUser, startDemoServer } from '../../../../server/src/demo-systems/opcua/server.ts';
import type { Director } from '../director.ts';
import type { Script } from '../script.ts';

/** The port of `npm run demo:opcua`. */
const port = 4840;

export const opcua: Script = {
  prepare: async () => '/settings/connections',
  async film(director) {
    const directory = await mkdtemp(join(tmpdir(), 'clip-opcua-'));
    const server = await startDemoServer(await readRecording(), port, directory);
    try {
      await connect(director);
    } finally {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function connect(director: Director): Promise<void> {
  const { page } = director;
  await director.step('Open Settings, Connections, and add a connection.', async () => {
    await director.click(page.getByRole('link', { name: 'Add connection' }).first(), () =>
      page.getByRole('heading', { name: 'Add connection' }).waitFor(),
    );
    await director.select(page.getByLabel('Type', { exact: true }), 'opcua');
  });
  await director.step('Enter the address of the server, and who signs in.', async () => {
    await director.fill(page.getByLabel('Name', { exact: true }), 'Reactor');
    await director.fill(page.getByLabel('Server address'), `opc.tcp://127.0.0.1:${port}`);
    await director.fill(page.getByLabel('User', { exact: true }), demoUser.user);
    await director.fill(page.getByLabel('Password', { exact: true }), demoUser.password);
    await director.click(page.getByRole('button', { name: 'Add connection' }), () =>
      page.getByRole('button', { name: 'Test', exact: true }).waitFor(),
    );
  });
  await director.step('Test it. Compare the certificate of the server, then trust it.', async () => {
    await director.click(page.getByRole('button', { name: 'Test', exact: true }), () =>
      page.getByRole('button', { name: 'Trust' }).waitFor(),
    );
    await director.click(page.getByRole('button', { name: 'Trust' }), () =>
      page.getByRole('alertdialog').waitFor(),
    );
    await director.click(page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }), () =>
      page.getByText('All steps passed.').waitFor(),
    );
  });
  await director.step('Browse the server, and choose values.', async () => {
    await director.click(page.getByRole('link', { name: 'Browse' }), () =>
      page.getByRole('treeitem', { name: /^Reactor/ }).waitFor(),
    );
    const values = page.getByRole('treeitem', { name: /^Reactor (pressure|temperature)/ });
    await director.click(page.getByRole('treeitem', { name: /^Reactor/ }).first(), () =>
      values.first().waitFor(),
    );
    await director.click(values.first());
    await director.click(values.nth(1), () => page.getByText('2 chosen').waitFor());
  });
  await director.keepPicture();
  await director.step('Create tags of them. Names and units are taken over.', async () => {
    await director.click(page.getByRole('button', { name: 'Create tags' }), () =>
      page.getByRole('dialog').waitFor(),
    );
    await director.fill(page.getByRole('dialog').getByLabel('Prefix'), 'R1.');
    await director.click(page.getByRole('dialog').getByRole('button', { name: 'Create 2 tags' }), () =>
      page.getByText('2 tags created.').waitFor(),
    );
  });
  await director.step('Resume the connection: values come in as they change.', () =>
    director.click(page.getByRole('button', { name: 'Resume' }), () =>
      page.getByText('Running', { exact: true }).first().waitFor(),
    ),
  );
}
