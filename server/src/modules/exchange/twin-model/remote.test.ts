import { randomUUID } from 'node:crypto';
import { modelDefinition } from '@twinward/contracts/library/definition';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionWithoutSignIn } from '../../../platform/actor.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeUser } from '../../../testing/factories.ts';
import { importRemote } from './remote.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const definition = modelDefinition.parse({
  tagAliases: [{ id: 1, name: 'Vibration' }],
  indicators: [
    {
      id: 2,
      name: 'High vibration',
      thresholds: [
        {
          id: 3,
          name: 'Alarm',
          logic: '[Vibration] > 4',
          level: 500,
          actions: [
            {
              id: randomUUID(),
              type: 'notify',
              who: [
                { type: 'user', id: 1 },
                { type: 'group', id: 'VIEWERS' },
                { type: 'email', value: 'ada@plant.example' },
              ],
            },
            { id: randomUUID(), type: 'advisory', reviewerUserIds: [1], reviewerGroupIds: ['VIEWERS'] },
          ],
        },
      ],
    },
  ],
});

it('the import of a remote model drops users and addresses that an older installation sends', async () => {
  const { tenant } = server;
  const userId = await makeUser(tenant.db, { isAdmin: true });
  const never = new Date(0);
  const actor = {
    userId,
    userName: 'admin',
    isAdmin: true,
    groups: [],
    recordTypes: [],
    tenant,
    session: sessionWithoutSignIn({ idHash: Buffer.alloc(0), createdAt: never, expiresAt: never }),
  };
  const { definition: taken } = await importRemote(actor, 1, {
    id: 7,
    name: 'Pump',
    description: '',
    class: [],
    author: '',
    manufacturer: '',
    model: '',
    major: 1,
    minor: 0,
    patch: 0,
    updatedAt: never.toISOString(),
    notes: '',
    definition,
  });
  expect(taken.indicators[0]!.thresholds[0]!.actions).toEqual([
    expect.objectContaining({ type: 'notify', who: [{ type: 'group', id: 'VIEWERS' }] }),
    expect.objectContaining({ type: 'advisory', reviewerUserIds: [], reviewerGroupIds: ['VIEWERS'] }),
  ]);
});
