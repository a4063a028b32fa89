import { type FeatureStream, featureCount } from './features.ts';
import type { Answer, Classifier } from './model.ts';
import { blockRows } from './vote-kernel.ts';

/** Answers the rows of a stream in batches, which is faster than one by one. */
export class AnswerBatch<Row> {
  readonly #classifier: Classifier;
  readonly #width: number;
  readonly #features: Float32Array;
  readonly #rows: Row[] = [];
  readonly #most: number;
  readonly #onAnswer: (row: Row, answer: Answer) => void;

  /**
   * @param expected number of expected rows, if known
   * @param onAnswer called in the order of the rows, in `add` or `flush`
   */
  constructor(
    classifier: Classifier,
    onAnswer: (row: Row, answer: Answer) => void,
    expected = Number.POSITIVE_INFINITY,
  ) {
    this.#classifier = classifier;
    this.#width = featureCount(classifier.model.layout);
    this.#most = Math.min(blockRows, expected);
    this.#features = new Float32Array(this.#most * this.#width);
    this.#onAnswer = onAnswer;
  }

  /** Adds the last row of a stream. */
  add(stream: FeatureStream, row: Row): void {
    stream.read(this.#features, this.#rows.length * this.#width);
    this.#rows.push(row);
    if (this.#rows.length === this.#most) this.flush();
  }

  /** Answers the remaining rows. */
  flush(): void {
    const features = this.#features.subarray(0, this.#rows.length * this.#width);
    const answers = this.#classifier.answerRows(features);
    for (const [index, row] of this.#rows.splice(0).entries()) this.#onAnswer(row, answers[index]!);
  }
}
