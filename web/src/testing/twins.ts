import type { Consequence } from '@twinward/contracts/twins/consequence';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { FailureDistributionParameters, Probability } from '@twinward/contracts/twins/probability';
import type { Twin } from '@twinward/contracts/twins/twin';

const noOwner = { assetId: null, twinId: null, failureModeId: null } as const;

export const probabilityWith = (
  value: number | null,
  failureDistributionParameters: FailureDistributionParameters = {
    distribution: 'weibull',
    type: 'cdf',
    shape: 2,
    scale: 'P1000D',
  },
): Probability => ({
  id: 1,
  ...noOwner,
  value,
  riskAnalysisValue: null,
  failureDistribution: failureDistributionParameters.distribution,
  failureDistributionParameters,
  library: false,
  lifeCycleState: null,
});

export const consequenceWith = (value: number, description = ''): Consequence => ({
  id: 1,
  ...noOwner,
  value,
  scale: 'dollars',
  description,
  library: false,
  lifeCycleState: null,
});

/** A twin of a pump with a risk of 30,000. */
export const twinWith = (changes: Partial<Twin> = {}): Twin => ({
  id: 7,
  assetId: 7,
  assetName: 'Pump 7',
  assetUniqueId: 'P-7',
  assetClassLabel: 'Rotating - Pumps',
  description: '',
  technicalNumber: null,
  twinType: null,
  connectionId: null,
  connectionGroupId: null,
  active: true,
  startDate: '2014-01-01T00:00:00.000Z',
  missionTime: 'P365D',
  level: 750,
  probability: probabilityWith(12),
  consequence: consequenceWith(250_000, 'Line stop'),
  risk: 30_000,
  failureData: null,
  outOfServiceAt: null,
  lastDataTime: null,
  silentSince: null,
  fields: {},
  version: 1,
  ...changes,
});

export const failureModeWith = (changes: Partial<FailureMode> = {}): FailureMode => ({
  id: 1,
  twinId: 7,
  name: 'Wear',
  description: '',
  mechanism: null,
  cause: null,
  pfInterval: null,
  probability: null,
  consequence: null,
  risk: null,
  protectionIds: [],
  fields: {},
  version: 1,
  ...changes,
});
