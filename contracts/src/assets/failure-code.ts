/** A code of a table of a standard, and what it stands for. */
export interface FailureCode {
  code: string;
  caption: string;
}

/** By what a failure came about: ISO 14224:2016, table B.2. */
export const failureMechanisms = [
  { code: '1.0', caption: 'Mechanical failure, general' },
  { code: '1.1', caption: 'Leakage' },
  { code: '1.2', caption: 'Vibration' },
  { code: '1.3', caption: 'Clearance or alignment failure' },
  { code: '1.4', caption: 'Deformation' },
  { code: '1.5', caption: 'Looseness' },
  { code: '1.6', caption: 'Sticking' },
  { code: '2.0', caption: 'Material failure, general' },
  { code: '2.1', caption: 'Cavitation' },
  { code: '2.2', caption: 'Corrosion' },
  { code: '2.3', caption: 'Erosion' },
  { code: '2.4', caption: 'Wear' },
  { code: '2.5', caption: 'Breakage' },
  { code: '2.6', caption: 'Fatigue' },
  { code: '2.7', caption: 'Overheating' },
  { code: '2.8', caption: 'Burst' },
  { code: '3.0', caption: 'Instrument failure, general' },
  { code: '3.1', caption: 'Control failure' },
  { code: '3.2', caption: 'No signal, indication or alarm' },
  { code: '3.3', caption: 'Faulty signal, indication or alarm' },
  { code: '3.4', caption: 'Out of adjustment' },
  { code: '3.5', caption: 'Software failure' },
  { code: '3.6', caption: 'Common cause or common mode failure' },
  { code: '4.0', caption: 'Electrical failure, general' },
  { code: '4.1', caption: 'Short circuit' },
  { code: '4.2', caption: 'Open circuit' },
  { code: '4.3', caption: 'No power or voltage' },
  { code: '4.4', caption: 'Faulty power or voltage' },
  { code: '4.5', caption: 'Earth or isolation fault' },
  { code: '5.0', caption: 'External influence, general' },
  { code: '5.1', caption: 'Blockage' },
  { code: '5.2', caption: 'Contamination' },
  { code: '5.3', caption: 'Other external influence' },
  { code: '6.0', caption: 'Miscellaneous, general' },
  { code: '6.1', caption: 'No cause found' },
  { code: '6.2', caption: 'Combined causes' },
  { code: '6.3', caption: 'Other' },
  { code: '6.4', caption: 'Unknown' },
] as const satisfies readonly FailureCode[];

/** Why a failure came about: ISO 14224:2016, table B.3. */
export const failureCauses = [
  { code: '1.0', caption: 'Design, general' },
  { code: '1.1', caption: 'Improper capacity' },
  { code: '1.2', caption: 'Improper material' },
  { code: '2.0', caption: 'Fabrication or installation, general' },
  { code: '2.1', caption: 'Fabrication failure' },
  { code: '2.2', caption: 'Installation failure' },
  { code: '3.0', caption: 'Operation or maintenance, general' },
  { code: '3.1', caption: 'Off-design service' },
  { code: '3.2', caption: 'Operating error' },
  { code: '3.3', caption: 'Maintenance error' },
  { code: '3.4', caption: 'Expected wear and tear' },
  { code: '4.0', caption: 'Management, general' },
  { code: '4.1', caption: 'Documentation error' },
  { code: '4.2', caption: 'Management error' },
  { code: '5.0', caption: 'Miscellaneous, general' },
  { code: '5.1', caption: 'No cause found' },
  { code: '5.2', caption: 'Common cause' },
  { code: '5.3', caption: 'Combined causes' },
  { code: '5.4', caption: 'Other or unknown' },
] as const satisfies readonly FailureCode[];

/** What a code stands for: its caption, or the code itself where the table has none. */
export const captionOf = (codes: readonly FailureCode[], code: string): string =>
  codes.find((one) => one.code === code)?.caption ?? code;
