/** Units by measured quantity. Includes only the quantities that names of signals distinguish. */
const unitsByQuantity: Readonly<Record<string, readonly string[]>> = {
  temperature: ['Cel', 'K', '[degF]', '[degR]'],
  pressure: ['Pa', 'hPa', 'kPa', 'MPa', 'bar', 'mbar', '[psi]', 'atm', 'mm[Hg]', 'm[H2O]', 'cm[H2O]'],
  flow: ['m3/h', 'm3/s', 'm3/d', 'L/s', 'L/min', 'L/h', 'kg/s', 'kg/h', 't/h', '[lb_av]/s', '[gal_us]/min'],
  level: ['%', 'm', 'mm', 'cm'],
  speed: ['/min', 'Hz', 'm/s', '{rpm}/min', '{rev}/min', 'rpm'],
  vibration: ['mm/s', 'um', 'm/s2', '[g]', '[in_i]/s'],
  current: ['A', 'mA', 'kA'],
  voltage: ['V', 'kV', 'mV'],
  power: ['W', 'kW', 'MW', '[HP]', 'VA', 'kVA', 'var'],
  frequency: ['Hz', 'kHz'],
  density: ['kg/m3', 'g/cm3', 'g/L'],
  weight: ['kg', 't', 'g', '[lb_av]'],
  position: ['%', 'mm', 'deg'],
  moisture: ['%', '[ppm]'],
  hours: ['h'],
  torque: ['N.m', 'kN.m'],
};

export const knownQuantities: ReadonlySet<string> = new Set(Object.keys(unitsByQuantity));

/** The quantities that a unit may measure, by its UCUM code. */
export function measuredQuantities(unit: string): string[] {
  return Object.keys(unitsByQuantity).filter((quantity) => unitsByQuantity[quantity]!.includes(unit));
}

/** Whether two units are known to measure the same quantity. */
export function measureTheSame(one: string, other: string): boolean {
  if (one === other) return true;
  const quantities = measuredQuantities(one);
  return measuredQuantities(other).some((quantity) => quantities.includes(quantity));
}
