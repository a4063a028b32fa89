import { damaged, Reader, UnreadableModel, Writer } from './bytes.ts';
import type { Coherence } from './coherence-score.ts';
import { featureCount } from './features.ts';
import type { Gate } from './gate.ts';
import type { PatternModel, Strictness } from './model.ts';
import type { Tree } from './tree.ts';

export { UnreadableModel } from './bytes.ts';

/** The first byte of a serialised model. */
const plainVersion = 1;
/** The first byte of a model with the coherence of the inputs at the end. */
const coherentVersion = 2;

const strictnesses: readonly Strictness[] = ['lenient', 'normal', 'strict'];

/** Serialises a model. Equal models give equal bytes. */
export function serializeModel({
  layout,
  classes,
  strictness,
  confidence,
  trees,
  gates,
  coherence,
}: PatternModel): Uint8Array {
  const writer = new Writer();
  writer.byte(coherence ? coherentVersion : plainVersion);
  writer.short(layout.centers.length);
  for (const value of layout.centers) writer.double(value);
  for (const value of layout.scales) writer.double(value);
  writer.byte(layout.windows.length);
  for (const window of layout.windows) writer.short(window);
  writer.short(classes);
  writer.byte(strictnesses.indexOf(strictness));
  writer.double(confidence);
  writer.short(trees.length);
  for (const tree of trees) writeTree(writer, tree, classes);
  for (const gate of gates) writeGate(writer, gate);
  if (coherence) writeCoherence(writer, coherence);
  return writer.bytes();
}

/** @throws UnreadableModel */
export function deserializeModel(bytes: Uint8Array): PatternModel {
  const reader = new Reader(bytes);
  const version = reader.byte();
  if (version !== plainVersion && version !== coherentVersion) {
    throw new UnreadableModel(
      `The model has format ${version}; this program reads ${plainVersion} and ${coherentVersion}.`,
    );
  }
  const inputs = reader.short();
  const centers = Float64Array.from({ length: inputs }, () => reader.double());
  const scales = Float64Array.from({ length: inputs }, () => reader.double());
  const windows = Array.from({ length: reader.byte() }, () => reader.short());
  const classes = reader.short();
  const strictness = strictnesses[reader.byte()];
  if (!strictness) throw damaged();
  const confidence = reader.double();
  const width = featureCount({ centers, scales, windows });
  const trees = Array.from({ length: reader.short() }, () => readTree(reader, classes, width));
  if (trees.length === 0) throw damaged();
  const gates = Array.from({ length: classes }, () => readGate(reader, 2 * inputs));
  const coherence = version === coherentVersion ? readCoherence(reader, classes, 2 * inputs) : null;
  if (!reader.isAtEnd) throw damaged();
  return { layout: { centers, scales, windows }, classes, strictness, confidence, trees, gates, coherence };
}

/** Nodes in preorder: 0 and the sparse class vector of a leaf, or the feature from 1 on and the threshold. */
function writeTree(writer: Writer, { feature, threshold, right, leaves }: Tree, classes: number): void {
  writer.integer(feature.length);
  for (let node = 0; node < feature.length; node++) {
    writer.short(feature[node]! + 1);
    if (feature[node]! >= 0) {
      writer.float(threshold[node]!);
      continue;
    }
    const vector = leaves.subarray(right[node]! * classes, (right[node]! + 1) * classes);
    writer.byte(vector.reduce((count, share) => count + (share > 0 ? 1 : 0), 0));
    for (const [label, share] of vector.entries()) {
      if (share === 0) continue;
      writer.byte(label);
      writer.byte(share);
    }
  }
}

function readTree(reader: Reader, classes: number, width: number): Tree {
  const nodes = reader.integer();
  if (nodes > reader.left) throw damaged();
  const feature = new Int16Array(nodes);
  const threshold = new Float32Array(nodes);
  const right = new Int32Array(nodes);
  const leaves: number[] = [];
  /** Cuts whose right child has not been read yet. */
  const open: number[] = [];
  for (let node = 0; node < nodes; node++) {
    feature[node] = reader.short() - 1;
    if (feature[node]! >= width) throw damaged();
    if (feature[node]! >= 0) {
      threshold[node] = reader.float();
      open.push(node);
      continue;
    }
    right[node] = leaves.length / classes;
    const vector = new Array<number>(classes).fill(0);
    for (let count = reader.byte(); count > 0; count--) vector[reader.byte()] = reader.byte();
    if (vector.length !== classes) throw damaged();
    leaves.push(...vector);
    const parent = open.pop();
    if (parent !== undefined) right[parent] = node + 1;
    else if (node !== nodes - 1) throw damaged();
  }
  if (open.length > 0) throw damaged();
  return { feature, threshold, right, leaves: Uint8Array.from(leaves) };
}

function writeGate(writer: Writer, gate: Gate | null): void {
  writer.integer(gate ? gate.prototypes.length : 0);
  if (!gate) return;
  for (const spread of gate.spreads) writer.double(spread);
  for (const value of gate.prototypes) writer.short(value & 0xffff);
  writer.double(gate.limit);
}

function readGate(reader: Reader, coordinates: number): Gate | null {
  const length = reader.integer();
  if (length === 0) return null;
  if (length > reader.left) throw damaged();
  const spreads = new Float64Array(coordinates);
  for (let k = 0; k < coordinates; k++) spreads[k] = reader.double();
  const prototypes = new Int16Array(length);
  for (let i = 0; i < length; i++) prototypes[i] = reader.short();
  return { spreads, prototypes, limit: reader.double() };
}

function writeCoherence(writer: Writer, { coordinates, thresholds, leaves, limits }: Coherence): void {
  writer.short(coordinates.length);
  for (const coordinate of coordinates) writer.short(coordinate);
  for (const threshold of thresholds) writer.float(threshold);
  writer.short(leaves.length);
  for (const leaf of leaves) writer.float(leaf);
  for (const limit of limits) writer.double(limit);
}

function readCoherence(reader: Reader, classes: number, width: number): Coherence {
  const coordinates = new Uint16Array(reader.short());
  for (let i = 0; i < coordinates.length; i++) {
    coordinates[i] = reader.short();
    if (coordinates[i]! >= width) throw damaged();
  }
  const thresholds = new Float32Array(coordinates.length);
  for (let i = 0; i < thresholds.length; i++) thresholds[i] = reader.float();
  const leaves = new Float32Array(reader.short());
  for (let i = 0; i < leaves.length; i++) leaves[i] = reader.float();
  const limits = new Float64Array(classes);
  for (let i = 0; i < limits.length; i++) limits[i] = reader.double();
  return { coordinates, thresholds, leaves, limits };
}
