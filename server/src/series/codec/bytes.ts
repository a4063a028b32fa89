/** The bytes were not written by this codec, or are damaged. */
export class CorruptChunkError extends Error {
  override name = 'CorruptChunkError';
}

/** Collects bytes. Integers of up to 53 bits are written as varints: seven bits per byte, lowest first. */
export class ByteWriter {
  #bytes: Uint8Array = new Uint8Array(16_384);
  #length = 0;

  /** Empties the buffer to reuse its memory. */
  reset(): void {
    this.#length = 0;
  }

  /** The bytes written so far: a view that the next write may change. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** A safe integer that is not negative. */
  varint(value: number): void {
    this.#reserve(8);
    if (value < 128) {
      this.#bytes[this.#length++] = value;
      return;
    }
    const bytes = this.#bytes;
    let length = this.#length;
    let rest = value;
    while (rest >= 0x8000_0000) {
      bytes[length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      bytes[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[length++] = rest;
    this.#length = length;
  }

  /** An integer of at most 52 bits and a sign, zigzag-encoded: 0, -1, 1, -2, … become 0, 1, 2, 3, … */
  signedVarint(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  float64(value: number): void {
    scratchFloat[0] = value;
    this.bytes(scratchBytes);
  }
}

const scratchFloat = new Float64Array(1);
const scratchBytes = new Uint8Array(scratchFloat.buffer);

/**
 * Reads what `ByteWriter` wrote. Past the end it reads zeros, so that every loop over a count ends; `finish`
 * then reports the overrun.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes[this.position++] ?? 0;
  }

  varint(): number {
    const bytes = this.bytes;
    let byte = bytes[this.position++]!;
    if (byte < 128) return byte;
    let value = 0;
    let scale = 1;
    while (byte >= 128 && scale <= 2 ** 49) {
      value += (byte - 128) * scale;
      scale *= 128;
      byte = bytes[this.position++]!;
    }
    return value + (byte || 0) * scale;
  }

  signedVarint(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  float64(): number {
    for (let i = 0; i < 8; i++) scratchBytes[i] = this.byte();
    return scratchFloat[0]!;
  }

  /** @throws CorruptChunkError when more bytes were read than exist */
  finish(): void {
    if (this.position !== this.bytes.length)
      throw new CorruptChunkError(
        `the chunk ends at byte ${this.bytes.length}, its contents at byte ${this.position}`,
      );
  }
}
