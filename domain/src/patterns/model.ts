import { type Coherence, CoherenceLimits } from './coherence-score.ts';
import { type FeatureLayout, featureCount, featuresPerInput, longestWindowFeatures } from './features.ts';
import { Forest } from './forest.ts';
import { findWithin, type Gate } from './gate.ts';
import type { Tree } from './tree.ts';

/**
 * How readily a row is given a pattern. `lenient`: by the trees alone; `normal`: it must also look like the training rows;
 * `strict`: its inputs must also belong together.
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
  /** Least share of the votes for a pattern; else the answer is 'No match'. */
  readonly confidence: number;
  readonly trees: readonly Tree[];
  /** By class; null for 'No match', and where all are lenient. */
  readonly gates: readonly (Gate | null)[];
  /** Null unless strict. Strict models without it have gates that are tighter. */
  readonly coherence: Coherence | null;
}

export interface Answer {
  pattern: number;
  /** The share of the votes for the class with the most, 0 to 1. */
  confidence: number;
  /** Whether the trees named a pattern, and the gate refused it. */
  refused: boolean;
}

/** Bytes of the objects of a classifier beside their data. */
const ofObjects = 4096;

/** Answers by a model. Not to be shared by calls that interleave. */
export class Classifier {
  /** Without its trees, which are kept in another form. */
  readonly model: Omit<PatternModel, 'trees'>;
  readonly #forest: Forest;
  /** Null unless strict. */
  readonly #limits: CoherenceLimits | null;
  readonly #votes: Int32Array;
  /** By class: the prototype that was near the last row. Rows in a row are nearly equal. */
  readonly #near: Int32Array;
  readonly #position: Float32Array;
  readonly #scratch: Float64Array;

  constructor({ trees, ...model }: PatternModel) {
    this.model = model;
    this.#forest = new Forest(trees, model.classes);
    this.#limits = model.coherence && new CoherenceLimits(model.coherence);
    this.#votes = new Int32Array(model.classes);
    this.#near = new Int32Array(model.classes);
    this.#position = new Float32Array(2 * model.layout.centers.length);
    this.#scratch = new Float64Array(this.#position.length);
  }

  /** Memory that it takes, about. */
  get bytes(): number {
    const ofGates = this.model.gates.reduce(
      (sum, gate) => sum + (gate ? gate.prototypes.byteLength + gate.spreads.byteLength : 0),
      0,
    );
    const ofCoherence = this.model.coherence
      ? Object.values(this.model.coherence).reduce((sum, { byteLength }) => sum + byteLength, 0)
      : 0;
    return ofObjects + this.#forest.bytes + ofGates + ofCoherence + (4 + 8) * this.#position.length;
  }

  /** @param features of a row, from `offset` on */
  answer(features: Float32Array, offset = 0): Answer {
    const { classes, confidence: least, gates } = this.model;
    const votes = this.#votes;
    this.#forest.vote(features, offset, votes);
    let most = 0;
    for (let c = 1; c < classes; c++) if (votes[c]! > votes[most]!) most = c;
    const confidence = votes[most]! / (255 * this.#forest.size);
    if (most === noMatch || confidence < least) return { pattern: noMatch, confidence, refused: false };
    const gate = gates[most];
    if (!gate) return { pattern: most, confidence, refused: false };
    readPosition(this.model.layout, features, offset, this.#position);
    const near = findWithin(gate, this.#position, this.#scratch, this.#near[most]!);
    const isNear = near >= 0;
    if (isNear) this.#near[most] = near;
    const refused = !isNear || this.#limits?.reaches(this.#position, most) === false;
    return { pattern: refused ? noMatch : most, confidence, refused };
  }

  /** The share of the votes for each class. */
  shares(features: Float32Array, offset = 0): number[] {
    this.#forest.vote(features, offset, this.#votes);
    return Array.from(this.#votes, (votes) => votes / (255 * this.#forest.size));
  }

  /** By input: how much it moved the share of the votes for a class, up or down. */
  contributions(features: Float32Array, offset: number, ofClass: number): number[] {
    const { layout } = this.model;
    const byFeature = new Float64Array(featureCount(layout));
    this.#forest.explain(features, offset, ofClass, byFeature);
    return sumByInput(byFeature, layout);
  }
}

/** Adds up figures of features by input. */
export function sumByInput(byFeature: Float64Array, { centers, windows }: FeatureLayout): number[] {
  const per = featuresPerInput(windows);
  return Array.from(centers, (_, input) => {
    let sum = 0;
    for (let k = 0; k < per; k++) sum += byFeature[input * per + k]!;
    return sum;
  });
}

/** Writes where a row is for a gate: mean and standard deviation of the longest window of each input. */
export function readPosition(
  { centers, windows }: FeatureLayout,
  features: Float32Array,
  offset: number,
  position: Float32Array,
  at = 0,
): void {
  const per = featuresPerInput(windows);
  const { mean, deviation } = longestWindowFeatures(windows);
  for (let input = 0; input < centers.length; input++) {
    position[at + 2 * input] = features[offset + input * per + mean]!;
    position[at + 2 * input + 1] = features[offset + input * per + deviation]!;
  }
}
