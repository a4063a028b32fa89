import Button from '@mui/material/Button';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { Section } from '../../ui/page/section.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Screen({ button }: { button: (press: () => void, pressed: number) => ReactNode }): ReactNode {
  useKeptFocus();
  const [pressed, setPressed] = useState(0);
  return (
    <main id="main">
      <h1>Pump</h1>
      <Section title="Thresholds">
        <ul>
          <li>{button(() => setPressed((count) => count + 1), pressed)}</li>
        </ul>
        <Button onClick={() => setPressed(0)}>Again</Button>
      </Section>
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

it('focus moves to the heading of the section from a button that its action removes', async () => {
  render(<Screen button={(press, pressed) => (pressed ? null : <Button onClick={press}>Remove</Button>)} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe('Thresholds'));
});

it('focus moves to the heading from a button that its action disables', async () => {
  render(
    <Screen
      button={(press, pressed) => (
        <Button disabled={pressed > 0} onClick={press}>
          Save
        </Button>
      )}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe('Thresholds'));
});

it('focus returns to a button that has finished loading', async () => {
  let finish = (): void => undefined;
  render(
    <Screen
      button={(press, pressed) => {
        finish = press;
        return (
          <Button loading={pressed === 1} onClick={press}>
            Simulate
          </Button>
        );
      }}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Simulate' }).disabled));
  finish();
  await waitFor(() => expect(focused()).toBe('Simulate'));
});

it('focus is not restored after a click outside controls', async () => {
  render(<Screen button={(press, pressed) => (pressed ? null : <Button onClick={press}>Remove</Button>)} />);
  await userEvent.tab();
  await userEvent.click(screen.getByRole('heading', { name: 'Pump' }));
  await userEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect(focused()).toBe('Again');
});
