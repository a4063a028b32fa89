import { createTheme, getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { palettes, stateText } from './theme.ts';

const schemes = (['light', 'dark'] as const).map(
  (mode) => [mode, createTheme({ palette: palettes[mode] })] as const,
);

describe.each(schemes)('the %s scheme', (mode, theme) => {
  const { palette } = theme;
  const surfaces = [palette.background.default, palette.background.paper];

  it('has the brand colours', () => {
    expect([
      palette.secondary.main,
      palette.accent.main,
      palette.error.main,
      palette.info.main,
      palette.success.main,
      palette.warning.main,
    ]).toEqual(['#4CAF50', '#7bc3ec', '#FF5252', '#2196F3', '#4CAF50', '#FFC107']);
    expect(palette.primary.main).toBe(mode === 'light' ? '#1B618D' : '#7bc3ec');
  });

  it('has sufficient contrast for text, links and states on every surface, and on filled buttons', () => {
    const texts = [
      palette.text.primary,
      palette.text.secondary,
      palette.primary.main,
      ...(['error', 'info', 'success', 'warning'] as const).map((state) => stateText(theme, state)),
    ];
    for (const surface of surfaces) {
      for (const text of texts) expect([text, getContrastRatio(text, surface) >= 4.5]).toEqual([text, true]);
    }
    for (const color of ['primary', 'secondary', 'error', 'info', 'success', 'warning'] as const) {
      const { main, contrastText } = palette[color];
      expect([
        color,
        getContrastRatio(contrastText.replace(/rgba\(0, 0, 0, .*\)/, '#212121'), main) >= 4.5,
      ]).toEqual([color, true]);
    }
  });
});
