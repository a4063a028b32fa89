/** The five color themes of charts. Each has colors for a light and for a dark surface. */

export type Mode = 'light' | 'dark';

export interface ChartColors {
  /** Colors of series and slices, in order. Neighbours differ in lightness too. */
  series: readonly string[];
  /** The lowest and the highest value of a color scale. */
  scale: readonly [low: string, high: string];
}

interface Theme {
  name: string;
  light: ChartColors;
  dark: ChartColors;
}

export const chartThemes: readonly Theme[] = [
  {
    name: 'Standard',
    light: {
      series: ['#1B618D', '#D37231', '#3A1F5C', '#1F9D8A', '#902D5D', '#816501'],
      scale: ['#E4EFF6', '#0C3D5C'],
    },
    dark: {
      series: ['#7BC3EC', '#F09559', '#F3F0FF', '#2D9C88', '#C47CCC', '#E3D64F'],
      scale: ['#22313B', '#9ED8F7'],
    },
  },
  {
    name: 'Cool',
    light: {
      series: ['#1760B8', '#0A8F89', '#101C4A', '#8A78D0', '#486034', '#5B1D7B'],
      scale: ['#E2F1EF', '#06433E'],
    },
    dark: {
      series: ['#6BB7FB', '#2FA79B', '#E4EAFF', '#8F70E3', '#9DE1BE', '#5182A7'],
      scale: ['#1F302F', '#8FE3DA'],
    },
  },
  {
    name: 'Warm',
    light: {
      series: ['#C04559', '#BB761F', '#4A1408', '#995F9A', '#6A6403', '#6B1056'],
      scale: ['#FBEBDD', '#6E2406'],
    },
    dark: {
      series: ['#FF8999', '#F2B84B', '#FFEFE0', '#B95FA0', '#A9A04E', '#D34F21'],
      scale: ['#3A2A20', '#FFC08A'],
    },
  },
  {
    name: 'High contrast',
    light: {
      series: ['#000000', '#F02E03', '#0047AB', '#0E8A16', '#8E0D72', '#7E7E7E'],
      scale: ['#EFEFEF', '#000000'],
    },
    dark: {
      series: ['#FFFFFF', '#FF8C0C', '#4F93F7', '#38D57E', '#FA95DB', '#8E8E8E'],
      scale: ['#2B2B2B', '#FFFFFF'],
    },
  },
  {
    name: 'One color',
    light: {
      series: ['#1B618D', '#061B2B', '#4595D1', '#193561', '#859096', '#494A55'],
      scale: ['#E4EFF6', '#0C3D5C'],
    },
    dark: {
      series: ['#7BC3EC', '#F2FCFF', '#3077B2', '#B9E0F6', '#7B8792', '#4FA3D4'],
      scale: ['#22313B', '#9ED8F7'],
    },
  },
];

/** The colors of a theme, 1 to 5. */
export const chartColors = (theme: number, mode: Mode): ChartColors =>
  (chartThemes[theme - 1] ?? chartThemes[0]!)[mode];

/** Returns the color of a series. Colors repeat from the seventh on; series then differ by dash, symbol or pattern. */
export const seriesColor = ({ series }: ChartColors, place: number): string => series[place % series.length]!;

/** Returns how often the colors have been repeated at a series, from 0. */
export const colorRound = ({ series }: ChartColors, place: number): number =>
  Math.floor(place / series.length);

/** The color of a value on the scale. @param share 0 to 1 */
export function scaleColor({ scale: [low, high] }: ChartColors, share: number): string {
  const [from, to] = [channels(low), channels(high)];
  const at = Math.min(1, Math.max(0, share));
  return `#${from
    .map((channel, index) => Math.round(channel + (to[index]! - channel) * at))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
