import { type Coherence, CoherenceLimits } from './coherence-score.ts';
import { type FeatureLayout, featureCount, featuresPerInput, longestWindowFeatures } from './features.ts';
import { Forest } from './forest.ts';
import { findWithin, type Gate } from './gate.ts';
import type { Tree } from './tree.ts';
import { blockRows } from './vote-kernel.ts';

/**
 * Conditions for the answer to be a pattern. `lenient`: the trees decide. `normal`: the row must also be similar to the
 * training rows. `strict`: its inputs must also belong together.
 */
export type Strictness = 'lenient' | 'normal' | 'strict';

/** Class 0 is 'No match'; the others are the patterns. */
export const noMatch = 0;

/** A trained classifier of the rows of a grid. The same ranges and settings give the same model, bit for bit. */
export interface PatternModel {
  readonly layout: FeatureLayout;
  /** Number of classes, 'No match' included. */
  readonly classes: number;
  readonly strictness: Strictness;
  /** Minimum share of the votes for a pattern. With less, the answer is 'No match'. */
  readonly confidence: number;
  readonly trees: readonly Tree[];
  /** By class. Null for 'No match', and in lenient models. */
  readonly gates: readonly (Gate | null)[];
  /** Null unless strict. Strict models without it have tighter gates. */
  readonly coherence: Coherence | null;
}

export interface Answer {
  pattern: number;
  /** Share of the votes for the class with the most votes, 0 to 1. */
  confidence: number;
  /** The pattern by the trees if its confidence is high enough, else 'No match'. */
  named: number;
  /** Whether the gate rejected the pattern by the trees. */
  refused: boolean;
}

/** Estimated overhead of the objects of a classifier, in bytes. */
const ofObjects = 4096;

/** Answers rows by a model. Not safe for interleaved use. */
export class Classifier {
  /** The model without its trees, which are stored in `#forest`. */
  readonly model: Omit<PatternModel, 'trees'>;
  readonly #forest: Forest;
  /** Null unless strict. */
  readonly #limits: CoherenceLimits | null;
  readonly #votes: Int32Array;
  /** By class: the prototype near the last row. Tried first, because consecutive rows are nearly equal. */
  readonly #near: Int32Array;
  readonly #places: Int32Array;
  readonly #position: Float32Array;
  readonly #scratch: Float64Array;

  constructor({ trees, ...model }: PatternModel) {
    this.model = model;
    this.#forest = new Forest(trees, model.classes);
    this.#limits = model.coherence && new CoherenceLimits(model.coherence);
    this.#votes = new Int32Array(model.classes);
    this.#near = new Int32Array(model.classes);
    this.#places = positionPlaces(model.layout);
    this.#position = new Float32Array(this.#places.length);
    this.#scratch = new Float64Array(this.#position.length);
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    const ofGates = this.model.gates.reduce(
      (sum, gate) => sum + (gate ? gate.prototypes.byteLength + gate.spreads.byteLength : 0),
      0,
    );
    const ofCoherence = this.model.coherence
      ? Object.values(this.model.coherence).reduce((sum, { byteLength }) => sum + byteLength, 0)
      : 0;
    return ofObjects + this.#forest.bytes + ofGates + ofCoherence + (4 + 4 + 8) * this.#places.length;
  }

  /** @param features of a row, from `offset` on */
  answer(features: Float32Array, offset = 0): Answer {
    this.#forest.vote(features, offset, this.#votes);
    return this.#decide(features, offset, this.#votes, 0);
  }

  /**
   * Like `answer`, for many rows. Faster.
   * @param features of consecutive rows
   */
  answerRows(features: Float32Array): Answer[] {
    const { classes, layout } = this.model;
    const width = featureCount(layout);
    const answers: Answer[] = [];
    const votes = new Int32Array(Math.min(blockRows, features.length / width) * classes);
    for (let begin = 0; begin < features.length; begin += blockRows * width) {
      const rows = features.subarray(begin, begin + blockRows * width);
      this.#forest.voteBlock(rows, width, votes);
      for (let offset = 0, first = 0; offset < rows.length; offset += width, first += classes) {
        answers.push(this.#decide(rows, offset, votes, first));
      }
    }
    return answers;
  }

  /** @param votes one per class, from `first` on */
  #decide(features: Float32Array, offset: number, votes: Int32Array, first: number): Answer {
    const { classes, confidence: least, gates } = this.model;
    let most = 0;
    for (let c = 1; c < classes; c++) if (votes[first + c]! > votes[first + most]!) most = c;
    const confidence = votes[first + most]! / (255 * this.#forest.size);
    const named = confidence < least ? noMatch : most;
    const gate = gates[named];
    if (!gate) return { pattern: named, confidence, named, refused: false };
    const near = findWithin(gate, features, offset, this.#places, this.#scratch, this.#near[named]!);
    if (near >= 0) this.#near[named] = near;
    const refused = near < 0 || !this.#isCoherent(features, offset, named);
    return { pattern: refused ? noMatch : named, confidence, named, refused };
  }

  #isCoherent(features: Float32Array, offset: number, ofClass: number): boolean {
    if (!this.#limits) return true;
    readPosition(this.#places, features, offset, this.#position);
    return this.#limits.reaches(this.#position, ofClass);
  }

  /** The share of the votes for each class. */
  shares(features: Float32Array, offset = 0): number[] {
    this.#forest.vote(features, offset, this.#votes);
    return Array.from(this.#votes, (votes) => votes / (255 * this.#forest.size));
  }

  /** Returns the change of the share of the votes for a class by input. May be negative. */
  contributions(features: Float32Array, offset: number, ofClass: number): number[] {
    const { layout } = this.model;
    const byFeature = new Float64Array(featureCount(layout));
    this.#forest.explain(features, offset, ofClass, byFeature);
    return sumByInput(byFeature, layout);
  }
}

/** Sums values of features by input. */
export function sumByInput(byFeature: Float64Array, { centers, windows }: FeatureLayout): number[] {
  const per = featuresPerInput(windows);
  return Array.from(centers, (_, input) => {
    let sum = 0;
    for (let k = 0; k < per; k++) sum += byFeature[input * per + k]!;
    return sum;
  });
}

/** Returns the indices of a gate's coordinates among features: mean and deviation of each input's longest window. */
export function positionPlaces({ centers, windows }: FeatureLayout): Int32Array {
  const per = featuresPerInput(windows);
  const { mean, deviation } = longestWindowFeatures(windows);
  return Int32Array.from(
    { length: 2 * centers.length },
    (_, k) => per * Math.floor(k / 2) + (k % 2 === 0 ? mean : deviation),
  );
}

/** Writes the coordinates of a row for a gate. */
export function readPosition(
  places: Int32Array,
  features: Float32Array,
  offset: number,
  position: Float32Array,
  at = 0,
): void {
  for (let k = 0; k < places.length; k++) position[at + k] = features[offset + places[k]!]!;
}
