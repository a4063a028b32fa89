import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { AccountPage } from './account-page.tsx';

const sessions = [
  {
    id: '7b0c7e5e-0000-4000-8000-000000000001',
    current: true,
    createdAt: '2014-02-07T14:55:00Z',
    expiresAt: '2014-02-08T02:55:00Z',
    address: '10.0.0.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  {
    id: '7b0c7e5e-0000-4000-8000-000000000002',
    current: false,
    createdAt: '2014-02-06T14:55:00Z',
    expiresAt: '2014-02-07T02:55:00Z',
    address: '10.0.0.9',
    userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  },
];
const noFactors = {
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  required: false,
  passkeyOrigin: null,
};
const mailsAtOnce = { period: 'at-once', minimumLevel: null, quietHours: null, urgentAtOnce: false };
const answers = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    'GET /api/settings/user/appearance': () => Response.json({ theme: 'system', density: 'compact' }),
    'GET /api/user/current/sessions': () => Response.json(sessions),
    'GET /api/user/current/second-factor': () => Response.json(noFactors),
    'GET /api/uom/categories': () => Response.json([]),
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'GET /api/user/current/email-change': () => new Response(null, { status: 204 }),
    'GET /api/settings/notification': () =>
      Response.json({ notifications: [], dailyAggregate: false, weeklyAggregate: false }),
    'GET /api/settings/notification/mails': () => Response.json(mailsAtOnce),
    ...more,
  });
const open = () => show(<AccountPage />, '/account', '/account');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the profile', () => {
  it('is saved, and shows unsaved changes', async () => {
    const asked = answers({
      'POST /api/user/current/update': ({ body }) => Response.json({ ...viewer, ...(body as object) }),
    });
    open();
    await userEvent.type(field('Mobile phone'), '+44 1');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await press('Save profile');
    await screen.findByText('Saved.');
    expect(
      asked.filter(({ call }) => call === 'POST /api/user/current/update').map(({ body }) => body),
    ).toEqual([
      {
        firstName: 'Ada',
        middleName: '',
        lastName: 'Marsh',
        email: null,
        mobilePhone: '+44 1',
        timeZone: 'UTC',
      },
    ]);
  });

  it('requires the password to change the e-mail address, and shows that it must be confirmed', async () => {
    let pending: object | null = null;
    const asked = answers({
      'POST /api/user/current/update': () => {
        pending = { email: 'new@plant.example', expiresAt: '2014-02-09T02:55:00Z' };
        return Response.json(viewer);
      },
      'GET /api/user/current/email-change': () =>
        pending ? Response.json(pending) : new Response(null, { status: 204 }),
      'DELETE /api/user/current/email-change': () => new Response(null, { status: 204 }),
    });
    open();
    await userEvent.type(field('E-mail'), 'new@plant.example');
    await press('Save profile');
    expect(await screen.findByText('Required.')).toBeTruthy();
    const [password] = screen.getAllByLabelText<HTMLInputElement>('Current password');
    await userEvent.type(password!, 'Old-1234!');
    await press('Save profile');
    expect(
      await screen.findByText('To use new@plant.example, open the link in the mail that we sent there.'),
    ).toBeTruthy();
    expect(asked.find(({ call }) => call === 'POST /api/user/current/update')!.body).toMatchObject({
      email: 'new@plant.example',
      currentPassword: 'Old-1234!',
    });
    expect(field('E-mail').value).toBe('');
    await press('Cancel change');
    await waitFor(() => expect(screen.queryByText(/open the link in the mail/)).toBeNull());
  });

  it('is validated on blur, and shows the errors of the server at their fields', async () => {
    answers({
      'POST /api/user/current/update': () =>
        Response.json(
          { message: 'email: taken', errors: [{ path: 'email', message: 'Please enter a unique value.' }] },
          { status: 400 },
        ),
    });
    open();
    await userEvent.type(field('E-mail'), 'ada');
    await userEvent.tab();
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeTruthy();
    await userEvent.type(field('E-mail'), '@plant');
    await userEvent.type(screen.getAllByLabelText('Current password')[0]!, 'Old-1234!');
    await press('Save profile');
    expect(await screen.findByText('Please enter a unique value.')).toBeTruthy();
    expect(document.activeElement).toBe(field('E-mail'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the password form', () => {
  it('shows an error at each invalid field', async () => {
    answers();
    open();
    await press('Change password');
    expect(await screen.findAllByText('Required.')).toHaveLength(3);
    const cases = [
      ['short1!', '1 characters under minimal length of 8.'],
      ['longenough', 'Password must contain letters, numbers, and special characters'],
    ] as const;
    for (const [typed, message] of cases) {
      await userEvent.clear(field('New password'));
      await userEvent.type(field('New password'), typed);
      expect(await screen.findByText(message)).toBeTruthy();
    }
    await userEvent.type(field('Confirm password'), 'other');
    expect(await screen.findByText('Password does not match.')).toBeTruthy();
    const guidance = screen.getByRole('list', { name: 'Password rules' });
    expect(
      within(guidance)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'At least 8 characters',
      'A mix of letters, numbers and symbols',
      'Not matching the user name',
    ]);
  });

  it('shows the minimum length from the settings', async () => {
    answers({ 'GET /api/user/password/rules': () => Response.json({ minimumPasswordLength: 12 }) });
    open();
    expect(await screen.findByText('At least 12 characters')).toBeTruthy();
    await userEvent.type(field('New password'), 'New-1234!');
    await press('Change password');
    expect(await screen.findByText('3 characters under minimal length of 12.')).toBeTruthy();
  });

  it('changes the password, and clears the fields', async () => {
    const asked = answers({
      'POST /api/user/current/update/password': () => new Response(null, { status: 204 }),
    });
    open();
    await userEvent.type(field('Current password'), 'Old-1234!');
    await userEvent.type(field('New password'), 'New-1234!');
    await userEvent.type(field('Confirm password'), 'New-1234!');
    await press('Change password');
    await screen.findByText('Your password is changed. Your other sessions have ended.');
    expect(asked.at(-1)?.body).toEqual({ currentPassword: 'Old-1234!', newPassword: 'New-1234!' });
    expect(field('New password').value).toBe('');
  });

  it('shows an error for a wrong current password', async () => {
    answers({
      'POST /api/user/current/update/password': () =>
        Response.json(
          { errors: [{ path: 'currentPassword', message: 'The current password is wrong.' }] },
          { status: 400 },
        ),
    });
    open();
    await userEvent.type(field('Current password'), 'x');
    await userEvent.type(field('New password'), 'New-1234!');
    await userEvent.type(field('Confirm password'), 'New-1234!');
    await press('Change password');
    expect(await screen.findByText('The current password is wrong.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Current password'));
  });
});

describe('the sessions', () => {
  it('have names, and other sessions can be ended one by one or all at once', async () => {
    const asked = answers({
      'DELETE /api/user/current/sessions': () => new Response(null, { status: 204 }),
      [`DELETE /api/user/current/sessions/${sessions[1]!.id}`]: () => new Response(null, { status: 204 }),
    });
    open();
    expect(await screen.findByText('Firefox on Linux (this one)')).toBeTruthy();
    await press('Sign out of Chrome on Android at 10.0.0.9');
    await press('Sign out of all others');
    await waitFor(() =>
      expect(asked.map(({ call }) => call).filter((call) => call.startsWith('DELETE'))).toEqual([
        `DELETE /api/user/current/sessions/${sessions[1]!.id}`,
        'DELETE /api/user/current/sessions',
      ]),
    );
  });
});

describe('the appearance', () => {
  it('is applied at once, and saved', async () => {
    const asked = answers({
      'POST /api/settings/user/appearance': ({ body }) => Response.json(body),
    });
    open();
    const comfortable = await screen.findByLabelText<HTMLInputElement>('Comfortable');
    await userEvent.click(comfortable);
    await waitFor(() => expect(comfortable.checked).toBe(true));
    expect(asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { theme: 'system', density: 'comfortable' },
    ]);
  });

  it("is rolled back if it can't be saved", async () => {
    answers();
    open();
    await userEvent.click(await screen.findByLabelText('Dark'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Same as system').checked).toBe(true);
  });
});

describe('the notification settings', () => {
  it('are saved at once', async () => {
    const settings = {
      notifications: [
        { context: 'protection', type: 'threshold', inApp: true, email: false },
        { context: 'twin', type: 'excursion', inApp: true, email: false },
      ],
      dailyAggregate: false,
      weeklyAggregate: false,
    };
    const asked = answers({
      'GET /api/settings/notification': () => Response.json(settings),
      'POST /api/settings/notification': ({ body }) => Response.json(body),
    });
    show(<AccountPage />, '/account', '/account?tab=notifications');
    const email = await screen.findByLabelText<HTMLInputElement>(
      'An excursion begins or ends on a twin I subscribed to: By e-mail',
    );
    await userEvent.click(email);
    await waitFor(() => expect(email.checked).toBe(true));
    await userEvent.click(field('A summary each Monday at 7 AM'));
    await waitFor(() => expect(asked.filter(({ call }) => call.startsWith('POST'))).toHaveLength(2));
    expect(asked.at(-1)?.body).toEqual({
      notifications: [
        { context: 'protection', type: 'threshold', inApp: true, email: false },
        { context: 'twin', type: 'excursion', inApp: true, email: true },
      ],
      dailyAggregate: false,
      weeklyAggregate: true,
    });
  });
});

describe('the schedule of notification mails', () => {
  it('is set by period, level and quiet hours', async () => {
    const asked = answers({
      'POST /api/settings/notification/mails': ({ body }) => Response.json(body),
    });
    show(<AccountPage />, '/account', '/account?tab=notifications');
    await userEvent.selectOptions(await screen.findByLabelText('Send mails'), 'Every hour');
    await userEvent.selectOptions(field('Mail excursions'), 'Level 501 or higher');
    await userEvent.click(field('No mails in quiet hours'));
    await userEvent.selectOptions(await screen.findByLabelText('Quiet until'), '07:00');
    await userEvent.click(field('Mail excursions of level 751 or higher at once, even in quiet hours'));
    await waitFor(() =>
      expect(asked.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toEqual({
        period: 'hourly',
        minimumLevel: 501,
        quietHours: { from: 22, to: 7 },
        urgentAtOnce: true,
      }),
    );
    expect(screen.getByText('Time zone: UTC')).toBeTruthy();
    // Quiet hours can't end at the hour at which they start.
    const hours = within(screen.getByLabelText('Quiet until')).getAllByRole('option');
    expect(hours.map(({ textContent }) => textContent)).not.toContain('22:00');
  });

  it('preserves a level between the offered steps', async () => {
    answers({
      'GET /api/settings/notification/mails': () => Response.json({ ...mailsAtOnce, minimumLevel: 300 }),
    });
    show(<AccountPage />, '/account', '/account?tab=notifications');
    expect(await screen.findByDisplayValue('Level 300 or higher')).toBeTruthy();
  });
});
