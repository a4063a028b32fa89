import { expect, it } from 'vitest';
import { readSignalHeading } from './signal-heading.ts';

const units = [
  { code: 'Cel', name: 'degree Celsius', abbreviation: '°C' },
  { code: '[degF]', name: 'degree Fahrenheit', abbreviation: '°F' },
  { code: 'C', name: 'coulomb', abbreviation: 'C' },
  { code: 'kPa', name: 'kilopascal', abbreviation: 'kPa' },
  { code: 'm3/h', name: 'cubic meter per hour', abbreviation: 'm³/h' },
  { code: 'mm/s', name: 'millimeter per second', abbreviation: 'mm/s' },
  { code: '/min', name: 'revolution per minute', abbreviation: 'r/min' },
  { code: 'bar{gauge}', name: 'bar gauge', abbreviation: 'bar(g)' },
  { code: 'mW', name: 'milliwatt', abbreviation: 'mW' },
  { code: 'MW', name: 'megawatt', abbreviation: 'MW' },
  { code: '%', name: 'percent', abbreviation: '%' },
  { code: 'A', name: 'ampere', abbreviation: 'A' },
];

it.each([
  ['Bearing temp (°C)', 'Bearing temp', 'Cel'],
  ['Bearing temp [C]', 'Bearing temp', 'Cel'],
  ['Bearing temp_degF', 'Bearing temp', '[degF]'],
  ['Suction, kpa', 'Suction', 'kPa'],
  ['flow_m3/h', 'flow', 'm3/h'],
  ['Flow (m³/h)', 'Flow', 'm3/h'],
  ['Vibration in mm/s', 'Vibration', 'mm/s'],
  ['Speed rpm', 'Speed', '/min'],
  ['Discharge (bar(g))', 'Discharge', 'bar{gauge}'],
  ['Valve %', 'Valve', '%'],
  ['Power [MW]', 'Power', 'MW'],
])('splits %s into name and unit', (heading, name, unit) => {
  expect(readSignalHeading(heading, units)).toEqual({ name, unit });
});

it.each(['Pump_A', 'Temp (bearing)', 'Power [mw]', 'value', '%', ' '])('finds no unit in %s', (heading) => {
  expect(readSignalHeading(heading, units)).toEqual({ name: heading.trim(), unit: null });
});
