/** The value axis: its range and round ticks. */
export interface ValueAxis {
  min: number;
  max: number;
  ticks: number[];
  /** Distance between ticks. */
  step: number;
  /** Decimal places that distinguish the ticks. */
  digits: number;
}

/**
 * Builds a value axis that contains the values with a margin. Limits within one span of the values on either side are
 * included too; limits farther away would flatten the signal and are listed beside the chart instead.
 */
export function valueAxis(
  values: { low: number; high: number } | null,
  limits: readonly number[],
  most = 6,
): ValueAxis {
  let { low, high } = values ?? (limits.length > 0 ? spread(limits) : { low: 0, high: 1 });
  const span = high - low || Math.abs(high) * 0.1 || 1;
  const near = limits.filter((limit) => limit >= low - span && limit <= high + span);
  low = Math.min(low, ...near);
  high = Math.max(high, ...near);
  const air = (high - low || span) * 0.06;
  const step = niceStep((high - low + 2 * air) / most);
  const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const min = low - air;
  const max = high + air;
  const ticks: number[] = [];
  for (let index = Math.ceil(min / step); index * step <= max; index++) {
    ticks.push(Number((index * step).toFixed(digits)));
  }
  return { min, max, ticks, step, digits };
}

const spread = (numbers: readonly number[]) => ({ low: Math.min(...numbers), high: Math.max(...numbers) });

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= length * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Positions labels without overlap, each as close as possible to its wanted position. */
export function spreadLabels(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  // Overlapping labels form a block, centred on the mean of their wanted positions.
  const blocks: { members: number[]; centre: number }[] = [];
  for (const index of order) {
    let block = { members: [index], centre: wanted[index]! };
    for (let last = blocks.at(-1); last && touches(last, block, gap); last = blocks.at(-1)) {
      blocks.pop();
      const members = [...last.members, ...block.members];
      const sum = members.reduce((total, member) => total + wanted[member]!, 0);
      block = { members, centre: sum / members.length };
    }
    blocks.push(block);
  }
  const places = new Array<number>(wanted.length);
  for (const { members, centre } of blocks) {
    members.forEach((member, position) => {
      places[member] = centre + (position - (members.length - 1) / 2) * gap;
    });
  }
  return places;
}

function touches(
  above: { members: number[]; centre: number },
  below: { members: number[]; centre: number },
  gap: number,
): boolean {
  const half = ((above.members.length + below.members.length) / 2) * gap;
  return below.centre - above.centre < half;
}
