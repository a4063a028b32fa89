import {
  add,
  and,
  assemble,
  bitsOfBytes,
  block,
  type Code,
  constant,
  countTrailingZeros,
  get,
  isAtMostFloats,
  isEqual,
  isLess,
  isZero,
  leave,
  leaveIf,
  load,
  loadByte,
  loadSplat,
  loadVector,
  loop,
  multiply,
  narrowTo8,
  narrowTo16,
  or,
  set,
  shiftLeft,
  shiftRightSigned,
  shuffle,
  store,
  storeVector,
  subtract,
  type WasmFunction,
  when,
  xor,
} from './wasm.ts';

/** Number of rows that are processed together, each as a bit of an integer. */
export const blockRows = 32;
/** Bytes of one feature of all rows of a block. */
export const columnBytes = 4 * blockRows;
/** Bytes of a node, as in `Forest`: two integers. */
export const nodeBytes = 8;

/** Transposes the features of a block of rows to columns, four features of four rows at a time. */
function transpose(): WasmFunction {
  const [rows, rowBytes, columns, end] = [0, 1, 2, 3];
  const [row, at] = [4, 5];
  const [first, second, third, fourth, low, high] = [6, 7, 8, 9, 10, 11];
  const nextRow = set(row, add(get(row), get(rowBytes)));
  const merged = (left: number, right: number, lanes: readonly number[]) =>
    shuffle(get(left), get(right), lanes);
  const storeColumn = (index: number, lanes: readonly number[]) =>
    storeVector(add(get(columns), get(at)), merged(low, high, lanes), index * columnBytes);
  const body = loop(
    set(row, get(rows)),
    set(at, constant(0)),
    loop(
      ...[first, second, third, fourth].flatMap((lane) => [set(lane, loadVector(get(row))), nextRow]),
      set(low, merged(first, second, [0, 4, 1, 5])),
      set(high, merged(third, fourth, [0, 4, 1, 5])),
      storeColumn(0, [0, 1, 4, 5]),
      storeColumn(1, [2, 3, 6, 7]),
      set(low, merged(first, second, [2, 6, 3, 7])),
      set(high, merged(third, fourth, [2, 6, 3, 7])),
      storeColumn(2, [0, 1, 4, 5]),
      storeColumn(3, [2, 3, 6, 7]),
      set(at, add(get(at), constant(16))),
      leaveIf(isLess(get(at), constant(columnBytes)), 0),
    ),
    set(rows, add(get(rows), constant(16))),
    set(columns, add(get(columns), constant(4 * columnBytes))),
    leaveIf(isLess(get(columns), get(end)), 0),
  );
  return { parameters: 4, integers: 2, vectors: 6, body };
}

/**
 * Evaluates the trees on a block of rows, each row a bit of `mask`. A node compares all rows at once, and passes the
 * rows that reached it on to one or both children. Consecutive rows are mostly similar, so a block reaches few nodes. A
 * leaf adds its shares at the first row of each run of rows, and subtracts them at the row after the run; the votes of
 * a row are the prefix sum. Based on C. Lucchese et al., QuickScorer (SIGIR 2015), which uses a bit per leaf.
 */
function vote(): WasmFunction {
  const [root, end, all, columns, leaves, votes, votesBytes, stack] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [node, mask, top, cut, column, left, leaf] = [8, 9, 10, 11, 12, 13, 14];
  const [edges, sign, at, share, lastShare] = [15, 16, 17, 18, 19];
  const threshold = 20;
  const goTo = (child: Code, depth: number): Code => [...set(node, child), ...leave(depth)];
  const leftChild = add(get(node), constant(nodeBytes));
  const rightChild = add(get(node), shiftLeft(and(get(cut), constant(0xffff)), constant(3)));
  const isLeft = (offset: number) => isAtMostFloats(loadVector(get(column), offset), get(threshold));
  const areLeft = (offset: number) => narrowTo16(isLeft(offset), isLeft(offset + 16));
  const bitsOf16 = (offset: number) => bitsOfBytes(narrowTo8(areLeft(offset), areLeft(offset + 32)));
  const addTo = (address: Code, change: Code): Code => [
    ...set(at, address),
    ...store(get(at), add(load(get(at)), multiply(get(sign), change))),
  ];
  const votesOfRow = add(get(votes), multiply(countTrailingZeros(get(edges)), get(votesBytes)));
  const addShares = loop(
    addTo(add(votesOfRow, shiftLeft(loadByte(get(share), 1), constant(2))), loadByte(get(share), 2)),
    set(share, add(get(share), constant(2))),
    leaveIf(isLess(get(share), get(lastShare)), 0),
  );
  const body = loop(
    set(node, load(get(root))),
    set(mask, get(all)),
    set(top, get(stack)),
    loop(
      set(cut, load(get(node))),
      when(
        isLess(constant(-1), get(cut)),
        set(
          column,
          add(get(columns), multiply(shiftRightSigned(get(cut), constant(16)), constant(columnBytes))),
        ),
        set(threshold, loadSplat(get(node), 4)),
        set(left, and(get(mask), or(bitsOf16(0), shiftLeft(bitsOf16(64), constant(16))))),
        when(isEqual(get(left), get(mask)), goTo(leftChild, 2)),
        when(isZero(get(left)), goTo(rightChild, 2)),
        store(get(top), rightChild),
        store(get(top), xor(get(mask), get(left)), 4),
        set(top, add(get(top), constant(8))),
        set(mask, get(left)),
        goTo(leftChild, 1),
      ),
      set(leaf, load(get(node), 4)),
      set(edges, xor(get(mask), shiftLeft(get(mask), constant(1)))),
      set(sign, constant(1)),
      loop(
        block(
          block(
            leaveIf(isLess(get(leaf), constant(0)), 0),
            addTo(add(votesOfRow, shiftLeft(get(leaf), constant(2))), constant(255)),
            leave(1),
          ),
          set(share, add(get(leaves), xor(get(leaf), constant(-1)))),
          set(lastShare, add(get(share), shiftLeft(loadByte(get(share)), constant(1)))),
          when(isLess(get(share), get(lastShare)), addShares),
        ),
        set(sign, subtract(constant(0), get(sign))),
        set(edges, and(get(edges), subtract(get(edges), constant(1)))),
        leaveIf(get(edges), 0),
      ),
      when(
        isLess(get(stack), get(top)),
        set(top, subtract(get(top), constant(8))),
        set(mask, load(get(top), 4)),
        goTo(load(get(top)), 1),
      ),
    ),
    set(root, add(get(root), constant(4))),
    leaveIf(isLess(get(root), get(end)), 0),
  );
  return { parameters: 8, integers: 12, vectors: 1, body };
}

/** The code of `transpose` and `vote`. Addresses are in bytes. */
export const assembleKernel = () => assemble({ transpose: transpose(), vote: vote() });
