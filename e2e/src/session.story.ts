import { expect, test } from 'vitest';
import { desktop, expectAccessible, openPage, phone, visit } from './browser.ts';
import { signIn } from './chromium.ts';
import { createPerson, endSessionsIn } from './people.ts';

test.each([
  ['wide', desktop],
  ['on a phone', phone],
] as const)(
  'a session that is about to expire is extended in one tab, and ended in another, %s',
  async (_, viewport) => {
    const person = await createPerson();
    const first = await visit({ viewport });
    await first.goto('/signin');
    await signIn(first, person);
    await first.waitForURL('**/home');
    const second = await openPage(first.context());
    await second.goto('/apps/watchlist');
    const asks = [first, second].map((page) => page.getByRole('alertdialog', { name: 'Session timeout' }));
    const [inFirst, inSecond] = [asks[0]!, asks[1]!];

    await endSessionsIn(50, person.id);
    await first.reload();
    // The first tab informs the other one.
    await Promise.all(asks.map((ask) => ask.waitFor()));
    await inFirst.getByText(/^You will be automatically signed out in [1-4]?\d seconds\.$/).waitFor();
    await expectAccessible(first);
    await inFirst.getByRole('button', { name: 'Stay signed in' }).click();
    await Promise.all(asks.map((ask) => ask.waitFor({ state: 'detached' })));
    expect(new URL(second.url()).pathname).toBe('/apps/watchlist');

    await endSessionsIn(50, person.id);
    await second.reload();
    await inSecond.getByRole('button', { name: 'Sign me out' }).click();
    await Promise.all([first, second].map((page) => page.waitForURL('**/signin')));
  },
);
