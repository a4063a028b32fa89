import { binFeature } from './bins.ts';
import { coherenceWork, learnCoherence, type PositionRows } from './coherence.ts';
import { type FeatureLayout, featureCount } from './features.ts';
import { learnGate } from './gate.ts';
import { type PatternModel, positionPlaces, readPosition, type Strictness, sumByInput } from './model.ts';
import { type LabelledRows, readRows, scaleInputs, type TrainingRange, thinRows } from './training-rows.ts';
import { type TrainedTree, type TrainingRows, trainTree } from './tree.ts';

export interface TrainingSettings {
  /** Number of inputs. */
  readonly inputs: number;
  /** Number of classes, 'No match' included: 2 to 256. */
  readonly classes: number;
  /** Window lengths in steps, ascending. */
  readonly windows: readonly number[];
  readonly strictness: Strictness;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Called between parts of the work with the completed fraction, 0 to 1. May throw to cancel. */
export type Progress = (done: number) => void;

/** Number of trees, minimum number of rows of a leaf, and maximum depth. */
export const forestSettings = { trees: 50, leafRows: 4, depth: 18 } as const;

/** Returns the number of features to try for a cut. @param width number of all features */
export const triedFeatures = (width: number): number => Math.round(2 * Math.sqrt(width));
/** Maximum number of training rows. More are reduced by `thinRows`. */
const mostRows = 100_000;
/** Allowed distance from the training rows, as a multiple of the usual distance within a class. */
const gateFactor = 2;
/** Progress when all trees are trained. */
const treesDone = 0.9;

interface TrainedModel {
  model: PatternModel;
  /** By class: the number of training rows. */
  rows: number[];
  /** By input: the fraction of the impurity decrease by its cuts, 0 to 1. */
  importance: number[];
}

/** A class has no complete row: with full windows and without missing values. */
export class NoRows extends Error {
  override name = 'NoRows';
  readonly label: number;
  constructor(label: number) {
    super(`class ${label} has no complete row`);
    this.label = label;
  }
}

/** Proposes windows in steps of the grid. The longest is a third of `rows`, the length of a range to fill. */
export function proposeWindows(rows: number): number[] {
  const longest = Math.max(3, Math.min(40, Math.floor(rows / 3)));
  const middle = Math.max(2, Math.round(longest * 0.4));
  const short = Math.max(1, Math.round(longest * 0.1));
  return [...new Set([short, middle, longest])];
}

/** @throws NoRows */
export function trainModel(
  ranges: readonly TrainingRange[],
  settings: TrainingSettings,
  progress: Progress = () => undefined,
): TrainedModel {
  const layout: FeatureLayout = { ...scaleInputs(ranges, settings.inputs), windows: settings.windows };
  const rows = thinRows(readRows(ranges, layout), mostRows);
  const counts = countClasses(rows.labels, settings.classes);
  const missing = counts.indexOf(0);
  if (missing >= 0) throw new NoRows(missing);
  progress(0.1);
  const training = prepareRows(rows, settings.classes);
  progress(0.2);
  const { trees, leafRows, depth } = forestSettings;
  const tried = triedFeatures(rows.width);
  const trained: TrainedTree[] = [];
  for (let seed = 0; seed < trees; seed++) {
    trained.push(trainTree(training, { leafRows, depth, tried }, seed));
    progress(0.2 + ((treesDone - 0.2) * (seed + 1)) / trees);
  }
  const gates = learnGates(rows, layout, settings);
  let boosted = 0;
  const coherence =
    settings.strictness === 'strict'
      ? learnCoherence(positionRows(rows, layout), settings.classes, () => {
          boosted += 1;
          progress(treesDone + ((1 - treesDone) * boosted) / coherenceWork);
        })
      : null;
  progress(1);
  const { strictness, confidence, classes } = settings;
  return {
    model: { layout, classes, strictness, confidence, trees: trained, gates, coherence },
    rows: counts,
    importance: shareImportance(trained, layout),
  };
}

function countClasses(labels: Uint8Array, classes: number): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (const label of labels) counts[label]! += 1;
  return counts;
}

function prepareRows({ width, features, labels }: LabelledRows, classes: number): TrainingRows {
  const counts = countClasses(labels, classes);
  return {
    features: Array.from({ length: width }, (_, feature) => binFeature(features, width, feature)),
    labels,
    weights: Float64Array.from(counts, (count) => labels.length / classes / Math.max(1, count)),
  };
}

function learnGates(
  { width, features, labels }: LabelledRows,
  layout: FeatureLayout,
  { classes, strictness }: TrainingSettings,
): PatternModel['gates'] {
  if (strictness === 'lenient') return new Array<null>(classes).fill(null);
  const places = positionPlaces(layout);
  return Array.from({ length: classes }, (_, label) => {
    if (label === 0) return null;
    const rows = labels.reduce((sum, one) => sum + (one === label ? 1 : 0), 0);
    const positions = new Float32Array(rows * places.length);
    let at = 0;
    for (let row = 0; row < labels.length; row++) {
      if (labels[row] !== label) continue;
      readPosition(places, features, row * width, positions, at);
      at += places.length;
    }
    return learnGate(positions, places.length, gateFactor);
  });
}

function positionRows({ width, features, labels }: LabelledRows, layout: FeatureLayout): PositionRows {
  const places = positionPlaces(layout);
  const positions = new Float32Array(labels.length * places.length);
  for (let row = 0; row < labels.length; row++) {
    readPosition(places, features, row * width, positions, row * places.length);
  }
  return { width: places.length, positions, labels };
}

function shareImportance(trained: readonly TrainedTree[], layout: FeatureLayout): number[] {
  const byFeature = new Float64Array(featureCount(layout));
  for (const { importance } of trained) {
    for (let f = 0; f < byFeature.length; f++) byFeature[f] = byFeature[f]! + importance[f]!;
  }
  const byInput = sumByInput(byFeature, layout);
  const total = byInput.reduce((sum, one) => sum + one, 0);
  return byInput.map((one) => (total > 0 ? one / total : 0));
}
