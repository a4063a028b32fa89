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

  /** Of the values themselves, not an estimate for others; 0 without a value, and for values that are all equal. */
  get deviation(): number {
    return this.#count === 0 ? 0 : Math.sqrt(this.#squares / this.#count);
  }
}

export interface Scale {
  center: number;
  /** 1 for an input that never moved: it is left in its own unit. */
  scale: number;
}

/** What standardises the values of moments. */
export const toScale = ({ mean, deviation }: Moments): Scale => ({ center: mean, scale: deviation || 1 });
