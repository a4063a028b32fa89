const written: Record<string, string> = {
  Cel: '°C',
  '[degF]': '°F',
  '[degR]': '°R',
  '[psi]': 'psi',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  '[lb_av]': 'lb',
  '{rpm}': 'rpm',
  '/min': '1/min',
  Ohm: 'Ω',
  um: 'µm',
  us: 'µs',
};

/** A UCUM code as people write the unit: `[degF]` is °F. Codes that are written as they are stay. */
export const unitText = (code: string | null): string | null =>
  code === null ? null : (written[code] ?? code.replace(/^\{(.+)\}$/, '$1').replace(/^\[(.+)\]$/, '$1'));
