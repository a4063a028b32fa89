import { getContrastRatio } from '@mui/material/styles';
import { chartThemes, type Mode, scaleColor } from '@twinward/domain/dashboards/color-themes';
import { describe, expect, it } from 'vitest';
import { palettes } from '../theme/theme.ts';

const modes: readonly Mode[] = ['light', 'dark'];
const cases = chartThemes.flatMap((theme) =>
  modes.map((mode) => ({ name: theme.name, mode, colors: theme[mode] })),
);

/** Linear RGB, 0 to 1. */
const linear = (color: string): number[] =>
  [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });

const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index]!, 0));

/** Simulation of colour blindness by type: Machado, Oliveira, Fernandes 2009, severity 1, in linear RGB. */
const visions: Record<string, readonly (readonly number[])[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab (Ottosson 2020). */
function oklab(rgb: readonly number[]): number[] {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((channel) => Math.min(1, Math.max(0, channel))),
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Distance of two colors in OKLab, times 100: about 2 is just visible. */
function distance(one: string, other: string, vision: string): number {
  const [a, b] = [one, other].map((color) => oklab(times(visions[vision]!, linear(color))));
  return 100 * Math.hypot(...a!.map((value, index) => value - b![index]!));
}

it('has five themes', () => {
  expect(chartThemes.map(({ name }) => name)).toEqual([
    'Standard',
    'Cool',
    'Warm',
    'High contrast',
    'One color',
  ]);
});

describe.each(cases)('$name, $mode', ({ mode, colors }) => {
  it('contrasts with the surfaces', () => {
    for (const surface of Object.values(palettes[mode].background)) {
      for (const color of colors.series) {
        expect(getContrastRatio(color, surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it.each(Object.keys(visions))('has colors that can be distinguished: %s', (vision) => {
    colors.series.forEach((one, place) => {
      for (const other of colors.series.slice(place + 1)) {
        expect(distance(one, other, vision), `${one} and ${other}`).toBeGreaterThanOrEqual(8);
      }
    });
  });

  it('has a scale whose contrast with the surface increases', () => {
    const surface = palettes[mode].background.paper;
    const contrasts = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      getContrastRatio(scaleColor(colors, share), surface),
    );
    expect(contrasts.toSorted((a, b) => a - b)).toEqual(contrasts);
    expect(contrasts.at(-1)).toBeGreaterThanOrEqual(7);
  });
});
