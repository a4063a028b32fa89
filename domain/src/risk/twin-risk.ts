import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { lifeDistribution, type Mission, missionPercent } from './probability.ts';
import { riskOfAsset } from './risk.ts';

/** A probability and a cost of failure, either of which may be missing. */
interface Assigned {
  parameters: FailureDistributionParameters | null;
  consequence: number | null;
}

export interface TwinRiskInputs extends Assigned {
  mission: Mission;
  failureModes: readonly Assigned[];
}

export interface TwinRisk {
  /** Probability of failure within the mission, whole percent. */
  probability: number | null;
  /** The twin's own consequence. Null if the risk is the sum of its failure modes. */
  consequence: number | null;
  risk: number | null;
}

/**
 * Returns the risk of a twin within its mission, by its own probability and consequence. Without a probability of its
 * own, uses its failure modes, as `riskOfAsset` does.
 */
export function riskOfTwin({ parameters, consequence, failureModes, mission }: TwinRiskInputs): TwinRisk {
  const { probability, risk } = riskOfAsset(
    {
      life: parameters && lifeDistribution(parameters),
      consequence,
      failureModes: failureModes.flatMap((mode) => {
        const life = mode.parameters && lifeDistribution(mode.parameters);
        return life && mode.parameters ? [{ ...mode, parameters: mode.parameters, life }] : [];
      }),
    },
    (_, mode) => missionPercent(mode ? mode.parameters : parameters!, mission),
  );
  return { probability, consequence, risk };
}
