import { createHash } from 'node:crypto';
import { AnswerBatch } from '../answer-batch.ts';
import { macroF1 } from '../evaluate.ts';
import { FeatureStream } from '../features.ts';
import { rowCount } from '../grid.ts';
import { Classifier, noMatch, type PatternModel } from '../model.ts';
import { pushRow } from '../training-rows.ts';
import type { Process } from './process.ts';

/** The results of a model on the test runs of a process. Incomplete rows count as 'No match'. */
export interface Judged {
  macroF1: number;
  /** Fraction of normal rows whose answer is a pattern. */
  falseAlarms: number;
  /** Fraction of rows of untrained faults whose answer is a pattern. */
  unknown: number;
  /** SHA-256 of all answers, bit for bit. */
  digest: string;
}

export function judge(model: PatternModel, { tests, unknown }: Process): Judged {
  const { classes, layout } = model;
  const classifier = new Classifier(model);
  const stream = new FeatureStream(layout);
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  const hash = createHash('sha256');
  const answers = (run: Process['unknown'][number]) => {
    stream.reset();
    const patterns = new Array<number>(rowCount(run.grid)).fill(noMatch);
    const batch = new AnswerBatch<number>(classifier, (row, { pattern, confidence, refused }) => {
      hash.update(Float64Array.of(pattern, confidence, Number(refused)));
      patterns[row] = pattern;
    });
    for (let row = 0; row < patterns.length; row++)
      if (pushRow(stream, run.grid, row)) batch.add(stream, row);
    batch.flush();
    return patterns;
  };
  let normal = 0;
  let alarms = 0;
  const countNormal = (all: readonly number[]) => {
    normal += all.length;
    alarms += all.filter((answer) => answer !== noMatch).length;
  };
  for (const run of tests) {
    const all = answers(run);
    const begin = run.label === noMatch ? all.length : run.lead;
    countNormal(all.slice(0, begin));
    for (const [row, answer] of all.entries()) confusion[row < begin ? noMatch : run.label]![answer]! += 1;
  }
  let strange = 0;
  let given = 0;
  for (const run of unknown) {
    const all = answers(run);
    countNormal(all.slice(0, run.lead));
    const after = all.slice(run.lead);
    strange += after.length;
    given += after.filter((answer) => answer !== noMatch).length;
  }
  return {
    macroF1: macroF1(confusion),
    falseAlarms: alarms / normal,
    unknown: given / strange,
    digest: hash.digest('hex'),
  };
}
