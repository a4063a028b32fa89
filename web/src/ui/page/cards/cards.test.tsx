import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { formatMoney } from '../../format/format.ts';
import { BigNumberTile } from './big-number-tile.tsx';
import { ChartCard } from './chart-card.tsx';
import { FlipCard } from './flip-card.tsx';

const showPart = (part: ReactNode) => show(part, '/', '/');

describe('a card with two sides', () => {
  function Turned(): ReactNode {
    const [flipped, setFlipped] = useState(false);
    return (
      <FlipCard
        label="Probability"
        flipped={flipped}
        front={
          <button type="button" onClick={() => setFlipped(true)}>
            Edit
          </button>
        }
        back={
          <button type="button" onClick={() => setFlipped(false)}>
            Done
          </button>
        }
      />
    );
  }

  it('is turned by keyboard, and only the visible side has focusable elements', async () => {
    showPart(<Turned />);
    const card = screen.getByRole('group', { name: 'Probability' });
    expect([getComputedStyle(card).height, getComputedStyle(card).width]).toEqual(['250px', '100%']);
    const sides = [...card.querySelectorAll<HTMLElement>('[data-side]')];
    const reachable = () => sides.map((side) => !side.hasAttribute('inert'));
    expect(reachable()).toEqual([true, false]);
    expect(within(card).getAllByRole('button')).toHaveLength(1);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(reachable()).toEqual([false, true]);
    expect(document.activeElement?.textContent).toBe('Done');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('Edit');
  });
});

describe('a large number', () => {
  it.each([
    [1_234_567, undefined, '1,234,567'],
    ['42.5', undefined, '42.5'],
    [1_234_567, formatMoney, '$1,234,567'],
    [0, undefined, '0'],
  ])('shows %s', (value, format, text) => {
    showPart(<BigNumberTile title="Risk" value={value} {...(format === undefined ? {} : { format })} />);
    expect(screen.getByRole('group', { name: 'Risk' }).textContent).toContain(text);
    expect(screen.queryByTitle('No value')).toBeNull();
  });

  it.each([null, '', 'many', Number.NaN, Number.POSITIVE_INFINITY])(
    'does not format %s as a number',
    (value) => {
      showPart(<BigNumberTile title="Risk" value={value} />);
      expect(screen.getByTitle('No value')).toBeTruthy();
    },
  );

  it('shows a text with its subtitle and link', () => {
    showPart(<BigNumberTile title="Worst" value="Pump" mode="text" subtitle="of 12" to="/apps/twins/7" />);
    expect(screen.getByRole('group', { name: 'Worst' }).textContent).toBe('WorstPumpof 12');
    expect(screen.getByRole('link', { name: 'Worst' }).getAttribute('href')).toBe('/apps/twins/7');
  });
});

describe('a chart with links', () => {
  it('opens the page of the clicked item', async () => {
    const router = showPart(
      <ChartCard title="Twins by level" link="/apps/twins/{id}">
        {(onClick) => (
          <>
            <button type="button" onClick={() => onClick({ seriesType: 'bar', data: { name: 'none' } })}>
              Nothing
            </button>
            <button type="button" onClick={() => onClick({ seriesType: 'line', data: [0, 1, { id: 7 }] })}>
              Something
            </button>
          </>
        )}
      </ChartCard>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Nothing' }));
    expect(router.state.location.pathname).toBe('/');
    await userEvent.click(screen.getByRole('button', { name: 'Something' }));
    expect(router.state.location.pathname).toBe('/apps/twins/7');
  });

  it('shows its fallback message if the error has none', () => {
    showPart(
      <ChartCard title="Twins by level" error={{}}>
        {() => 'chart'}
      </ChartCard>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Error loading query/card.');
    expect(screen.queryByText('chart')).toBeNull();
  });
});
