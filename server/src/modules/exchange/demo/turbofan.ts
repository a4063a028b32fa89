import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { serverDirectory } from '../../../platform/config/paths.ts';

const file = join(serverDirectory, 'demo', 'turbofan_fd001.csv.gz');

/** A sensor: its column in the file, what it measures, and its unit as UCUM code. */
interface Sensor {
  column: string;
  caption: string;
  unit: string | null;
}

/**
 * The 21 sensors. Source: Saxena, Goebel, Simon, Eklund, Damage Propagation Modeling for Aircraft Engine
 * Run-to-Failure Simulation, PHM 2008, table 2. LPC and HPC are the low and high pressure compressor, LPT
 * and HPT the turbines.
 */
export const sensors: readonly Sensor[] = [
  { column: 'T2', caption: 'Fan inlet temperature', unit: '[degR]' },
  { column: 'T24', caption: 'LPC outlet temperature', unit: '[degR]' },
  { column: 'T30', caption: 'HPC outlet temperature', unit: '[degR]' },
  { column: 'T50', caption: 'LPT outlet temperature', unit: '[degR]' },
  { column: 'P2', caption: 'Fan inlet pressure', unit: '[psi]' },
  { column: 'P15', caption: 'Bypass duct pressure', unit: '[psi]' },
  { column: 'P30', caption: 'HPC outlet pressure', unit: '[psi]' },
  { column: 'Nf', caption: 'Fan speed', unit: '/min' },
  { column: 'Nc', caption: 'Core speed', unit: '/min' },
  { column: 'epr', caption: 'Engine pressure ratio', unit: '1' },
  { column: 'Ps30', caption: 'HPC outlet static pressure', unit: '[psi]' },
  { column: 'phi', caption: 'Fuel flow to static pressure', unit: '[lb_av]/s/[psi]' },
  { column: 'NRf', caption: 'Corrected fan speed', unit: '/min' },
  { column: 'NRc', caption: 'Corrected core speed', unit: '/min' },
  { column: 'BPR', caption: 'Bypass ratio', unit: '1' },
  { column: 'farB', caption: 'Burner fuel-air ratio', unit: '1' },
  { column: 'htBleed', caption: 'Bleed enthalpy', unit: null },
  { column: 'Nf_dmd', caption: 'Demanded fan speed', unit: '/min' },
  { column: 'PCNfR_dmd', caption: 'Demanded corrected fan speed', unit: '/min' },
  { column: 'W31', caption: 'HPT coolant bleed', unit: '[lb_av]/s' },
  { column: 'W32', caption: 'LPT coolant bleed', unit: '[lb_av]/s' },
];

/** One engine's complete life: the value of each sensor at each cycle, of which the last is its failure. */
export interface EngineLife {
  unit: number;
  cycles: number;
  /** By column. */
  values: ReadonlyMap<string, readonly number[]>;
}

/** The lives of the 100 engines, in order of their numbers. */
export async function readEngineLives(): Promise<EngineLife[]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString('utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const columns = header!.split(',');
  const units = new Map<number, number[][]>();
  // The file is sorted by unit and cycle.
  for (const row of lines.map((line) => line.split(',').map(Number))) {
    const unit = row[columns.indexOf('unit')]!;
    const rows = units.get(unit);
    if (rows) rows.push(row);
    else units.set(unit, [row]);
  }
  return [...units].map(([unit, rows]) => ({
    unit,
    cycles: rows.length,
    values: new Map(sensors.map(({ column }) => [column, rows.map((row) => row[columns.indexOf(column)]!)])),
  }));
}
