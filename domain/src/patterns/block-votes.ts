import { assembleKernel, blockRows, columnBytes, nodeBytes } from './vote-kernel.ts';

/** The arrays of a forest, as `Forest` describes them. */
export interface ForestArrays {
  readonly classes: number;
  readonly roots: Int32Array;
  readonly nodes: Int32Array;
  readonly leaves: Uint8Array;
}

const pageBytes = 65_536;
/** Stack entry: a node and the rows that reached it. */
const waitingBytes = 8;

interface Kernel {
  memory: WebAssembly.Memory;
  transpose(rows: number, rowBytes: number, columns: number, end: number): void;
  vote(
    root: number,
    end: number,
    mask: number,
    columns: number,
    leaves: number,
    votes: number,
    votesBytes: number,
    stack: number,
  ): void;
}

/** Calculates votes on blocks of rows in WebAssembly. Its memory contains the last forest and a block. */
class BlockVotes {
  readonly #kernel: Kernel;
  #forest: ForestArrays | null = null;
  #width = 0;
  /** Byte offsets of the parts of the memory. The roots are at 0. */
  #at = { leaves: 0, rows: 0, columns: 0, votes: 0, stack: 0 };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /**
   * Sets the votes on at most `blockRows` rows.
   * @param rows of `width` features each
   * @param votes one per row and class
   */
  vote(forest: ForestArrays, rows: Float32Array, width: number, votes: Int32Array): void {
    if (forest !== this.#forest || width !== this.#width) this.#load(forest, width);
    const at = this.#at;
    const { buffer } = this.#kernel.memory;
    const { classes, roots } = forest;
    const count = rows.length / width;
    new Float32Array(buffer, at.rows).set(rows);
    this.#kernel.transpose(at.rows, 4 * width, at.columns, at.votes);
    const changes = new Int32Array(buffer, at.votes, blockRows * classes).fill(0);
    const all = count === blockRows ? -1 : (1 << count) - 1;
    this.#kernel.vote(0, roots.byteLength, all, at.columns, at.leaves, at.votes, 4 * classes, at.stack);
    votes.set(changes.subarray(0, count * classes));
    for (let i = classes; i < count * classes; i++) votes[i] = votes[i]! + votes[i - classes]!;
  }

  #load(forest: ForestArrays, width: number): void {
    const { classes, roots, nodes, leaves } = forest;
    const nodesAt = roots.byteLength;
    const leavesAt = nodesAt + nodes.byteLength;
    const rowsAt = aligned(leavesAt + leaves.byteLength);
    const columnsAt = aligned(rowsAt + blockRows * 4 * width);
    // The rows are transposed four features at a time.
    const votesAt = columnsAt + columnBytes * 4 * Math.ceil(width / 4);
    const stackAt = votesAt + blockRows * 4 * classes;
    // Each node on the stack has a disjoint set of rows, so there are at most `blockRows` entries.
    const end = stackAt + blockRows * waitingBytes;
    const { memory } = this.#kernel;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    new Int32Array(memory.buffer).set(roots.map((root) => nodesAt + (root / 2) * nodeBytes));
    new Int32Array(memory.buffer).set(nodes, nodesAt / 4);
    new Uint8Array(memory.buffer).set(leaves, leavesAt);
    this.#at = { leaves: leavesAt, rows: rowsAt, columns: columnsAt, votes: votesAt, stack: stackAt };
    this.#forest = forest;
    this.#width = width;
  }
}

/** Rounds an address up to a multiple of 16, at which vectors are read fastest. */
const aligned = (address: number): number => Math.ceil(address / 16) * 16;

let made: BlockVotes | null | undefined;

/** Returns the instance of the thread. Null if WebAssembly with vectors is not available. */
export function blockVotes(): BlockVotes | null {
  if (made === undefined) {
    try {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assembleKernel()));
      made = new BlockVotes(exports as unknown as Kernel);
    } catch {
      made = null;
    }
  }
  return made;
}
