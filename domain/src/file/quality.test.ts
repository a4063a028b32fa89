import { expect, it } from 'vitest';
import { readQuality } from './quality.ts';

it.each<[string, ...('good' | 'uncertain' | 'bad' | null)[]]>([
  // [text, as OPC DA, as OPC UA, where 0 is good, where 0 is bad]
  ['', 'good', 'good', 'good', 'good'],
  ['Good', 'good', 'good', 'good', 'good'],
  ['UNCERTAIN', 'uncertain', 'uncertain', 'uncertain', 'uncertain'],
  ['bad', 'bad', 'bad', 'bad', 'bad'],
  ['Bad, not connected', 'bad', 'bad', 'bad', 'bad'],
  ['Good [non-specific]', 'good', 'good', 'good', 'good'],
  ['BadNoCommunication', 'bad', 'bad', 'bad', 'bad'],
  ['Uncertain_SubNormal', 'uncertain', 'uncertain', 'uncertain', 'uncertain'],
  ['0', 'bad', 'good', 'good', 'bad'],
  ['1', 'bad', 'good', 'uncertain', 'bad'],
  ['2', 'bad', 'good', 'bad', 'bad'],
  ['24', 'bad', 'good', 'good', 'bad'],
  ['63', 'bad', 'good', 'good', 'bad'],
  ['64', 'uncertain', 'good', 'good', 'uncertain'],
  ['191', 'uncertain', 'good', 'good', 'uncertain'],
  ['192', 'good', 'good', 'good', 'good'],
  ['192.0', 'good', 'good', 'good', 'good'],
  ['216', 'good', 'good', 'good', 'good'],
  ['0x40000000', 'good', 'uncertain', 'uncertain', 'good'],
  ['1073741824', 'good', 'uncertain', 'uncertain', 'good'],
  ['2147483648', 'good', 'bad', 'bad', 'good'],
  ['0x80310000', 'good', 'bad', 'bad', 'good'],
  ['0xC0000000', 'good', null, null, 'good'],
  ['so so', null, null, null, null],
  ['goodish', null, null, null, null],
  ['constructor', null, null, null, null],
  ['-1', null, null, null, null],
  ['1.5', null, null, null, null],
])('reads the quality %j as OPC DA and as OPC UA', (text, da, ua, zeroGood, zeroBad) => {
  expect([
    readQuality(text, 'opc-da'),
    readQuality(text, 'opc-ua'),
    readQuality(text, 'opc-ua', 'good'),
    readQuality(text, 'opc-ua', 'bad'),
  ]).toEqual([da, ua, zeroGood, zeroBad]);
});
