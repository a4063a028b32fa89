/** The model was written by another version of the program, or is damaged. It must be trained again. */
export class UnreadableModel extends Error {
  override name = 'UnreadableModel';
}

export const damaged = () => new UnreadableModel('The model is damaged.');

/** Writes numbers, little-endian. */
export class Writer {
  #view = new DataView(new ArrayBuffer(65_536));
  #length = 0;

  byte(value: number): void {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value);
  }
  short(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }
  integer(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }
  float(value: number): void {
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value, true);
  }
  double(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer.slice(0, this.#length));
  }

  #reserve(size: number): number {
    if (this.#length + size > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#view.byteLength);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    this.#length += size;
    return this.#length - size;
  }
}

/** Reads what `Writer` wrote. @throws UnreadableModel at the end of the bytes */
export class Reader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#view.byteLength - this.#at;
  }
  get isAtEnd(): boolean {
    return this.left === 0;
  }

  byte(): number {
    return this.#view.getUint8(this.#advance(1));
  }
  short(): number {
    return this.#view.getUint16(this.#advance(2), true);
  }
  integer(): number {
    return this.#view.getUint32(this.#advance(4), true);
  }
  float(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }
  double(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  #advance(size: number): number {
    if (this.left < size) throw damaged();
    this.#at += size;
    return this.#at - size;
  }
}
