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
  /** Whole percent of failing within the mission. */
  probability: number | null;
  /** The twin's own; null where the risk is the sum of its failure modes. */
  consequence: number | null;
  risk: number | null;
}

/**
 * The risk of a twin within its mission: by its own probability and consequence, and without a probability of its own
 * by its failure modes, as in `riskOfAsset`.
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
