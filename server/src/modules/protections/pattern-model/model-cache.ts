import { Classifier } from '@twinward/domain/patterns/model';
import { deserializeModel } from '@twinward/domain/patterns/serialize';

/** Maximum memory for the models of a process, in bytes. */
const maximumBytes = 256 * 1024 * 1024;

/** An LRU cache of classifiers by the checksums of their models. Each thread has its own. */
export class ModelCache {
  readonly #classifiers = new Map<string, { classifier: Classifier; bytes: number }>();
  readonly #maximum: number;
  #bytes = 0;

  constructor(maximum = maximumBytes) {
    this.#maximum = maximum;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(checksum: string): Classifier | null {
    const found = this.#classifiers.get(checksum);
    if (!found) return null;
    this.#classifiers.delete(checksum);
    this.#classifiers.set(checksum, found);
    return found.classifier;
  }

  /**
   * Adds a serialized model.
   * @throws UnreadableModel
   */
  add(checksum: string, model: Uint8Array): Classifier {
    const classifier = new Classifier(deserializeModel(model));
    const { bytes } = classifier;
    this.#classifiers.set(checksum, { classifier, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#classifiers) {
      if (this.#bytes <= this.#maximum || oldest === checksum) break;
      this.#classifiers.delete(oldest);
      this.#bytes -= freed;
    }
    return classifier;
  }
}
