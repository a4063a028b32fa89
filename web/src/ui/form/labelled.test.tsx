import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Labelled } from './labelled.tsx';

it('labels an input, and describes it by its error instead of its hint', () => {
  const input = (id: string, below: string | undefined) => <input id={id} aria-describedby={below} />;
  const { rerender } = render(
    <Labelled label="Tag" hint="By name">
      {input}
    </Labelled>,
  );
  const description = (): string | null | undefined =>
    document.getElementById(screen.getByLabelText('Tag').getAttribute('aria-describedby') ?? '')?.textContent;
  expect(description()).toBe('By name');
  rerender(
    <Labelled label="Tag" hint="By name" error="Required.">
      {input}
    </Labelled>,
  );
  expect(description()).toBe('Required.');
  rerender(<Labelled label="Tag">{input}</Labelled>);
  expect(screen.getByLabelText('Tag').hasAttribute('aria-describedby')).toBe(false);
});
