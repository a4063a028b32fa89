import type { LocalMeaning } from './time-zone.ts';

type Twice = Extract<LocalMeaning, { kind: 'twice' }>;

/** The state of a tag's rows. Times are local, in milliseconds as if they were UTC. */
interface Course {
  previous: number;
  /** 1 if times ascend, -1 if they descend, 0 if not yet known. */
  direction: number;
  /** Start of the repeated hour of the previous row; null outside of one. */
  hour: number | null;
  isSecondRun: boolean;
  /** The instant of the previous row. */
  instant: number;
  /** The greatest common divisor of all distances between rows so far, and their number. */
  step: number;
  distances: number;
}

/** Number of distances that are multiples of one step after which rows count as regular. */
const regularDistances = 10;

/** A repeated local time, and the tags with rows in it. */
export interface RepeatedHour {
  /** Local start and end, in milliseconds as if they were UTC. */
  from: number;
  until: number;
  tags: number;
  /** Tags with a single run of rows through it, which is read as the first. */
  undecided: number;
}

/**
 * Decides between the two instants of a repeated local time by the order of the rows of each tag. A row whose
 * time turns back against the direction of the rows, or repeats, starts the second run, once per tag and
 * hour; so does a row of a regular series that keeps its step only there.
 */
export class RepeatedHours {
  /** Direction of the file, for tags whose own rows do not show theirs yet. */
  readonly #direction: number;
  readonly #courses = new Map<string | null, Course>();
  #hours = new Map<number, RepeatedHour>();

  /** @param direction 1 if the file's times ascend, -1 if they descend */
  constructor(direction: number) {
    this.#direction = direction;
  }

  /** Processes an unambiguous time. @param tag null for rows of one tag, or of several in columns */
  pass(tag: string | null, local: number, instant: number): void {
    const course = this.#getCourse(tag);
    advance(course, instant);
    course.direction = Math.sign(local - course.previous) || course.direction;
    course.previous = local;
    course.hour = null;
  }

  /** The instant of a repeated local time. */
  decide(tag: string | null, local: number, { first, second, from, until }: Twice): number {
    const course = this.#getCourse(tag);
    const step = Math.sign(local - course.previous);
    const hour = this.#getHour(from, until);
    const isNew = course.hour !== from;
    if (isNew) {
      course.direction = step || course.direction;
      course.hour = from;
      course.isSecondRun = false;
      hour.tags++;
      hour.undecided++;
    }
    const direction = this.#getDirection(course);
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

  /**
   * The counts since the last call: they may be negative if a second run began after its hour was reported.
   */
  drainHours(): RepeatedHour[] {
    const hours = [...this.#hours.values()];
    this.#hours = new Map();
    return hours;
  }

  #getDirection({ direction }: Course): number {
    return direction || this.#direction;
  }

  #getCourse(tag: string | null): Course {
    let course = this.#courses.get(tag);
    if (!course) {
      course = {
        previous: Number.NaN,
        direction: 0,
        hour: null,
        isSecondRun: false,
        instant: Number.NaN,
        step: 0,
        distances: 0,
      };
      this.#courses.set(tag, course);
    }
    return course;
  }

  #getHour(from: number, until: number): RepeatedHour {
    let hour = this.#hours.get(from);
    if (!hour) {
      hour = { from, until, tags: 0, undecided: 0 };
      this.#hours.set(from, hour);
    }
    return hour;
  }
}

/** Whether the rows are regular and keep their step with `one`, but not with `other`. */
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
