/** The keys of the demo's machine and engines, here and in the systems of `demo-systems/`. */
interface DemoAsset {
  uniqueId: string;
  assetName: string;
}

export const machineAsset: DemoAsset = { uniqueId: 'MACHINE-01', assetName: 'Industrial machine' };

/** @param unit number in the fleet, from 1 */
export function engineAsset(unit: number): DemoAsset {
  const number = String(unit).padStart(3, '0');
  return { uniqueId: `ENGINE-${number}`, assetName: `Turbofan engine ${number}` };
}
