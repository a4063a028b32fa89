import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answers, serve, show } from '../../../testing/show.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

const own = '/api/user/current/second-factor';
const none = { totp: null, passkeys: [], recoveryCodesLeft: 0, required: false, passkeyOrigin: null };
const passkey = {
  id: 7,
  name: 'Key ring',
  host: 'localhost',
  createdAt: '2014-02-07T14:55:00Z',
  lastUsedAt: null,
};
const some = {
  ...none,
  totp: { createdAt: '2014-02-07T14:55:00Z', lastUsedAt: null },
  passkeys: [passkey],
  recoveryCodesLeft: 4,
};
const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

function open(factors: object, more: Answers = {}) {
  const asked = serve({ [`GET ${own}`]: () => Response.json(factors), ...more });
  show(<SecondFactorSection />, '/account', '/account');
  return asked;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const wrongPassword = () =>
  Response.json(
    { message: 'x', errors: [{ path: 'password', message: 'The password is wrong.' }] },
    { status: 400 },
  );

describe('the second factor section', () => {
  it('adds an authenticator app with its key and a code, and shows the recovery codes', async () => {
    const asked = open(none, {
      [`POST ${own}/totp`]: ({ body }) =>
        (body as { password: string }).password === 'right'
          ? Response.json({ challenge: 'c', secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' })
          : wrongPassword(),
      [`POST ${own}/totp/confirm`]: () => Response.json({ recoveryCodes: codes }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
    await userEvent.type(screen.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await screen.findByText('The password is wrong.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Your password'));
    await userEvent.type(screen.getByLabelText('Your password'), 'right{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('ABCD EFGH');
    await userEvent.type(screen.getByLabelText('Code from the app'), '123456');
    await press('Add app');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes);
    await press('Done');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.find(({ call }) => call === `POST ${own}/totp/confirm`)?.body).toEqual({
      challenge: 'c',
      code: '123456',
    });
  });

  it('shows where passkeys work and where they do not', async () => {
    open({ ...none, passkeyOrigin: 'https://twinward.plant.example' });
    expect(
      await screen.findByText(
        'Passkeys work at https://twinward.plant.example only. You can use an authenticator app instead.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add passkey' }).disabled).toBe(true);
  });

  it('requires the password to remove a factor, and shows errors', async () => {
    const message = 'You need a second factor. Add another before you remove this one.';
    const asked = open(some, {
      [`POST ${own}/passkeys/7/remove`]: () => new Response(null, { status: 204 }),
      [`POST ${own}/totp/remove`]: () => Response.json({ message }, { status: 409 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the passkey Key ring' }));
    await userEvent.type(screen.getByLabelText('Your password'), 'right{Enter}');
    await screen.findByRole('button', { name: 'Remove the authenticator app' });
    expect(asked.find(({ call }) => call === `POST ${own}/passkeys/7/remove`)?.body).toEqual({
      password: 'right',
    });
    await press('Remove the authenticator app');
    await userEvent.type(screen.getByLabelText('Your password'), 'right{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Your password').value).toBe('right');
  });

  it('counts the recovery codes, and generates new ones', async () => {
    open(some, { [`POST ${own}/recovery-codes`]: () => Response.json({ recoveryCodes: codes }) });
    expect(await screen.findByText('Recovery codes: 4 left')).toBeTruthy();
    await press('Create new codes');
    await userEvent.type(screen.getByLabelText('Your password'), 'right{Enter}');
    expect(await screen.findByText(codes[0]!)).toBeTruthy();
  });
});
