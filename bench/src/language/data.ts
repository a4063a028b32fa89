import type { PointBlock } from '@twinward/domain/evaluation';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const STEPS = 5 * 365 * 24 * 60 + 1_600;
const START = Date.UTC(2020, 0, 1);

/** Deterministic pseudo-random numbers from 0 to 1 (Lehmer 1951). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Five years of minutes: a year's and a day's wave, slow drifts and noise. */
export function temperature(seed: number): PointBlock {
  const random = randomNumbers(seed);
  const times = new Float64Array(STEPS);
  const values = new Float64Array(STEPS);
  let drift = 0;
  for (let step = 0; step < STEPS; step++) {
    drift += (random() - 0.5) * 0.2 - drift * 0.0005;
    const day = Math.sin((step / 1440) * 2 * Math.PI) * 5;
    const year = Math.sin((step / 525_600) * 2 * Math.PI) * 8;
    times[step] = START + step * MINUTE;
    values[step] = Math.round((70 + day + year + drift * 3 + (random() - 0.5) * 2) * 100) / 100;
  }
  return { times, values, length: STEPS };
}

/** A running-hours meter that advances most minutes, and is replaced once a year. */
export function meter(): PointBlock {
  const random = randomNumbers(7);
  const times = new Float64Array(STEPS);
  const values = new Float64Array(STEPS);
  let reading = 0;
  for (let step = 0; step < STEPS; step++) {
    if (step % 525_600 === 525_599) reading = 0;
    else if (random() > 0.1) reading += 1;
    times[step] = START + step * MINUTE;
    values[step] = reading;
  }
  return { times, values, length: STEPS };
}

/** Completed work every two weeks or so. */
export function services(): PointBlock {
  const random = randomNumbers(11);
  const times: number[] = [];
  for (let time = START + DAY; time < START + STEPS * MINUTE; time += Math.round((10 + random() * 8) * DAY)) {
    times.push(time);
  }
  return {
    times: Float64Array.from(times),
    values: new Float64Array(times.length),
    length: times.length,
  };
}
