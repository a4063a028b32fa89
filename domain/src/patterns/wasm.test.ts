import { expect, it } from 'vitest';
import {
  add,
  assemble,
  block,
  type Code,
  constant,
  get,
  isLess,
  isZero,
  leave,
  leaveIf,
  load,
  loop,
  multiply,
  set,
  store,
  subtract,
  when,
} from './wasm.ts';

/** Runs a body with two locals and no parameters. Returns the integer that it stores at address 0. */
function run(...body: Code[]): number {
  const module = assemble({ run: { parameters: 0, integers: 2, vectors: 0, body: body.flat() } });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module));
  (exports.run as () => void)();
  return new Int32Array((exports.memory as WebAssembly.Memory).buffer)[0]!;
}

const result = (value: Code) => store(constant(0), value);

it.each([0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, -8193, 2 ** 31 - 1, -(2 ** 31)])(
  'encodes the constant %i',
  (value) => {
    expect(run(result(constant(value)))).toBe(value);
  },
);

it('encodes addresses longer than one byte', () => {
  expect(run(store(constant(0), constant(5), 65_000), result(load(constant(64_000), 1000)))).toBe(5);
});

it('encodes a body whose length needs more than one byte', () => {
  const body = Array.from({ length: 100 }, () => set(0, add(get(0), constant(1))));
  expect(run(...body, result(get(0)))).toBe(100);
});

it('runs loops, and leaves blocks early', () => {
  const factorial = loop(
    set(1, multiply(get(1), get(0))),
    set(0, subtract(get(0), constant(1))),
    leaveIf(isLess(constant(1), get(0)), 0),
  );
  expect(run(set(0, constant(5)), set(1, constant(1)), factorial, result(get(1)))).toBe(120);
  const skipped = block(leave(0), result(constant(9)));
  expect(run(result(constant(1)), skipped, when(isZero(constant(1)), result(constant(8))))).toBe(1);
});
