import type { LocalMeaning } from './time-zone.ts';

type Twice = Extract<LocalMeaning, { kind: 'twice' }>;

/** Where the rows of a tag stand. Times are what clocks show, in milliseconds as if they were UTC. */
interface Course {
  previous: number;
  /** 1 where times rise from row to row, -1 where they fall, 0 while that is not known. */
  direction: number;
  /** Start of the repeated hour that the row before lay in; null outside of one. */
  hour: number | null;
  isSecondRun: boolean;
  /** The instant of the row before. */
  instant: number;
  /** The greatest length of which all distances between rows so far are multiples, and how many there were. */
  step: number;
  distances: number;
}

/** Rows that all lie a multiple of one step apart are taken for regular after so many. */
const regularDistances = 10;

/** A time that clocks showed twice, and the tags that have rows in it. */
export interface RepeatedHour {
  /** What clocks showed when it began and ended, in milliseconds as if it were UTC. */
  from: number;
  until: number;
  tags: number;
  /** Of these, tags whose rows go through it once: they are read as its first run. */
  undecided: number;
}

/**
 * Decides which of its two instants a repeated local time means, by the order of the rows of each tag. The row whose
 * time turns back against the direction of the rows, or repeats, starts the second run, once a tag and hour; so does
 * a row of a regular series that only there keeps to its step.
 */
export class RepeatedHours {
  /** Of the file, for tags whose own rows do not show theirs yet. */
  readonly #direction: number;
  readonly #courses = new Map<string | null, Course>();
  #hours = new Map<number, RepeatedHour>();

  /** @param direction 1 where the file's times rise, -1 where they fall */
  constructor(direction: number) {
    this.#direction = direction;
  }

  /** Takes a time in that clocks show once. @param tag null for rows of one tag, or of several in columns */
  pass(tag: string | null, local: number, instant: number): void {
    const course = this.#courseOf(tag);
    advance(course, instant);
    course.direction = Math.sign(local - course.previous) || course.direction;
    course.previous = local;
    course.hour = null;
  }

  /** The instant that a time means which clocks show twice. */
  decide(tag: string | null, local: number, { first, second, from, until }: Twice): number {
    const course = this.#courseOf(tag);
    const step = Math.sign(local - course.previous);
    const hour = this.#hourOf(from, until);
    const isNew = course.hour !== from;
    if (isNew) {
      course.direction = step || course.direction;
      course.hour = from;
      course.isSecondRun = false;
      hour.tags++;
      hour.undecided++;
    }
    const direction = this.#directionOf(course);
    const [early, late] = direction > 0 ? [first, second] : [second, first];
    const turnsBack = !isNew && step !== direction;
    if (!course.isSecondRun && (turnsBack || keepsStep(course, late, early))) {
      course.isSecondRun = true;
      hour.undecided--;
    }
    course.previous = local;
    const instant = course.isSecondRun ? late : early;
    advance(course, instant);
    return instant;
  }

  /** What was met since the last call: counts may be negative where a second run began later than its hour. */
  takeHours(): RepeatedHour[] {
    const hours = [...this.#hours.values()];
    this.#hours = new Map();
    return hours;
  }

  #directionOf({ direction }: Course): number {
    return direction || this.#direction;
  }

  #courseOf(tag: string | null): Course {
    let course = this.#courses.get(tag);
    if (!course) {
      course = {
        ...{ previous: Number.NaN, direction: 0, hour: null, isSecondRun: false },
        ...{ instant: Number.NaN, step: 0, distances: 0 },
      };
      this.#courses.set(tag, course);
    }
    return course;
  }

  #hourOf(from: number, until: number): RepeatedHour {
    let hour = this.#hours.get(from);
    if (!hour) {
      hour = { from, until, tags: 0, undecided: 0 };
      this.#hours.set(from, hour);
    }
    return hour;
  }
}

/** Whether the rows are regular and one instant keeps to their step where the other does not. */
function keepsStep({ instant, step, distances }: Course, one: number, other: number): boolean {
  return distances >= regularDistances && (one - instant) % step === 0 && (other - instant) % step !== 0;
}

function advance(course: Course, instant: number): void {
  const distance = Math.abs(instant - course.instant);
  course.instant = instant;
  if (!(distance > 0)) return;
  course.distances++;
  if (distance % course.step !== 0) course.step = greatestDivisor(distance, course.step);
}

/** Euclid's algorithm. */
function greatestDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}
