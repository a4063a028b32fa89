import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FeatureLayout } from '@twinward/domain/patterns/features';
import type { Process } from '@twinward/domain/patterns/testing/process';
import { forestSettings, triedFeatures } from '@twinward/domain/patterns/train';
import { readRows } from '@twinward/domain/patterns/training-rows';
import { type BenchRow, processorSeconds } from '../row.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'extra-trees.py');
/** The Python of Debian's `python3-sklearn`, and the default one. */
const pythons = ['/usr/bin/python3', 'python3'];

/**
 * Measures training and answers against scikit-learn's extra-trees with the same number of trees and rows, on one
 * thread. Empty if it is not installed.
 * @param own processor seconds of a training, and answers per second for single rows and for many in one call
 */
export async function extraTreesRows(
  { training, tests }: Process,
  layout: FeatureLayout,
  own: { seconds: number; rate: number; rateOfMany: number },
): Promise<BenchRow[]> {
  const python = await findPython();
  if (python === null) {
    console.log('scikit-learn is not installed (python3-sklearn): not measured beside it.');
    return [];
  }
  const before = processorSeconds();
  const { width, features, labels } = readRows(training, layout);
  // The peer receives the calculated features, so their calculation is not counted.
  const seconds = own.seconds - (processorSeconds() - before);
  const asked = readRows(
    tests.map(({ grid }) => ({ label: 0, grid, lead: 0 })),
    layout,
  ).features;
  const folder = await mkdtemp(join(tmpdir(), 'twinward-trees-'));
  try {
    const shapes = { width, labels: [...labels], tried: triedFeatures(width), ...forestSettings };
    await writeFile(join(folder, 'rows.json'), JSON.stringify(shapes));
    await writeFile(join(folder, 'features'), toBytes(features));
    await writeFile(join(folder, 'asked'), toBytes(asked));
    const { stdout } = await run(python, [script, folder], { env: { ...process.env, ...oneThread } });
    const peer = JSON.parse(stdout) as { training: number; answering: number; one: number };
    const answers = (name: string, value: number, rate: number): BenchRow => ({
      name,
      value,
      unit: '/s',
      target: 5,
      peer: 'scikit-learn',
      peerValue: rate,
      ratio: value / rate,
    });
    return [
      {
        name: 'training on features, beside extra-trees',
        value: seconds,
        unit: 's',
        target: 0.5,
        peer: 'scikit-learn',
        peerValue: peer.training,
        ratio: peer.training / seconds,
      },
      answers('answers, each by itself, beside extra-trees', own.rate, 1 / peer.one),
      answers(
        'answers beside extra-trees in one call',
        own.rateOfMany,
        asked.length / width / peer.answering,
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };

async function findPython(): Promise<string | null> {
  for (const python of pythons) {
    const found = await run(python, ['-c', 'import sklearn']).then(
      () => true,
      () => false,
    );
    if (found) return python;
  }
  return null;
}

const toBytes = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
