import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Muted } from './muted.tsx';

it('muted text is a paragraph with the properties of a text', () => {
  render(
    <Muted role="status" sx={{ pb: 2 }}>
      Copied.
    </Muted>,
  );
  expect(screen.getByRole('status').outerHTML).toMatch(/^<p .*MuiTypography-body2.*>Copied\.<\/p>$/);
});
