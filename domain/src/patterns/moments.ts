/** The mean and the standard deviation of values, taken in one at a time (B. P. Welford, Technometrics 4, 1962). */
export class Moments {
  #count = 0;
  #mean = 0;
  #squares = 0;

  /** Adds a column of rows of `width` values each. Missing values, NaN, are left out. */
  add(rows: Float32Array | Float64Array, column: number, width: number): this {
    for (let i = column; i < rows.length; i += width) {
      const value = rows[i]!;
      if (Number.isNaN(value)) continue;
      this.#count += 1;
      const difference = value - this.#mean;
      this.#mean += difference / this.#count;
      this.#squares += difference * (value - this.#mean);
    }
    return this;
  }

  /** 0 without a value. */
  get mean(): number {
    return this.#mean;
  }

  /** Population standard deviation. 0 without values, and if all are equal. */
  get deviation(): number {
    return this.#count === 0 ? 0 : Math.sqrt(this.#squares / this.#count);
  }
}

export interface Scale {
  center: number;
  /** Standard deviation. 1 for a constant input. */
  scale: number;
}

/** Returns the scale that standardises values. */
export const toScale = ({ mean, deviation }: Moments): Scale => ({ center: mean, scale: deviation || 1 });
