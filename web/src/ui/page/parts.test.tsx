import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { LockScreen } from '../feedback/lock-screen.tsx';
import { percentMatch, SuggestionList } from '../form/suggestion-list.tsx';
import { UserAvatar } from './user-avatar.tsx';
import { Why } from './why.tsx';

const showPart = (part: ReactNode) => show(part, '/', '/');

describe('suggestions', () => {
  it.each([
    [0, 0],
    [0.876, 88],
    [1, 100],
    [1.7, 100],
    [-0.2, 0],
  ])('show a score of %d as a match of %d percent', (score, percent) => {
    expect(percentMatch(score)).toBe(percent);
  });

  it('are chosen by keyboard', async () => {
    const onChoose = vi.fn();
    const pump = { id: 1, label: 'Pump', detail: 'P-07', score: 0.5 };
    showPart(<SuggestionList label="Tags" suggestions={[pump]} onChoose={onChoose} />);
    expect(within(screen.getByRole('list', { name: 'Tags' })).getByRole('button').textContent).toBe(
      'PumpP-0750 % match',
    );
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(onChoose.mock.calls).toEqual([[pump]]);
  });

  it('show a message if the list is empty', () => {
    showPart(<SuggestionList label="Tags" suggestions={[]} onChoose={() => {}} />);
    expect(screen.getByText('No results found.')).toBeTruthy();
  });
});

describe('the user avatar', () => {
  const avatar = (part: ReactNode) => {
    showPart(part);
    return document.querySelector<HTMLElement>('.MuiAvatar-root')!;
  };
  it.each([
    ['Ada', 'Marsh', 'AM'],
    ['Ada', '', 'A'],
    ['', '', 'U'],
    ['élan', 'žito', 'ÉŽ'],
    ['😀n', '', '😀'],
  ])('of %s %s shows %s', (firstName, lastName, initials) => {
    expect(avatar(<UserAvatar firstName={firstName} lastName={lastName} userName="user" />).textContent).toBe(
      initials,
    );
  });

  it('shows an envelope or a group icon', () => {
    const paths = (['email', 'group'] as const).map((type) => {
      const path = avatar(<UserAvatar type={type} />)
        .querySelector('path')
        ?.getAttribute('d');
      document.body.replaceChildren();
      return path;
    });
    expect(new Set(paths).size).toBe(2);
    expect(paths).not.toContain(undefined);
  });

  it('is grey for a disabled user', () => {
    const names = { firstName: 'Ada', lastName: 'Marsh', userName: 'ada' };
    const colors = [true, false].map((enabled) => {
      const color = getComputedStyle(avatar(<UserAvatar {...names} enabled={enabled} />)).backgroundColor;
      document.body.replaceChildren();
      return color;
    });
    expect(colors[1]).toBe('rgba(0, 0, 0, 0.12)');
    expect(colors[0]).not.toBe(colors[1]);
  });
});

describe('the lock screen', () => {
  it('shows the reason and blocks input', () => {
    showPart(<LockScreen message="Save the mission first.">the table</LockScreen>);
    expect(screen.getByRole('status').textContent).toBe('Save the mission first.');
    expect(screen.getByText('the table').hasAttribute('inert')).toBe(true);
  });

  it('disappears when unlocked', () => {
    showPart(<LockScreen message={null}>the table</LockScreen>);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByText('the table').hasAttribute('inert')).toBe(false);
  });
});

describe('the explanation', () => {
  it('opens by keyboard with formula, inputs and their times, and closes again', async () => {
    showPart(
      <Why
        subject="the risk"
        formula="Probability × cost"
        inputs={[
          ['Cost', '$500', '2014-02-07T14:55:00Z'],
          ['Probability', '20 %'],
        ]}
        links={[{ label: 'Edit the cost', to: '/apps/twins/7/risk' }]}
      />,
    );
    const button = screen.getByRole('button', { name: 'Why the risk' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'Probability × cost' });
    expect([...dialog.querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
      '$500 (2014-02-07 2:55 PM)',
      '20 %',
    ]);
    expect(screen.getByRole('link', { name: 'Edit the cost' }).getAttribute('href')).toBe(
      '/apps/twins/7/risk',
    );
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });
});
