import type { ReactNode } from 'react';
import { levelBucket, levelColor, noValueColor } from './scales.ts';

interface LevelProps {
  level: number | null;
  /** The level is outdated (no longer evaluated, or not calculable); it is shown grey. */
  muted?: boolean;
}

/** Four rising bars, filled by the level's bucket, so that the level is readable without colour. */
export function LevelBars({ level, muted = false }: LevelProps): ReactNode {
  const filled = level === null ? 0 : levelBucket(level);
  const color = muted ? noValueColor : levelColor(level);
  return (
    <svg className="secondary level-bars" viewBox="0 0 16 12" width={16} height={12} aria-hidden>
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 4 + 0.5}
          y={9 - bar * 3 + 0.5}
          width={2.5}
          height={2 + bar * 3}
          fill={bar < filled ? color : 'none'}
          stroke={bar < filled ? color : 'currentColor'}
          strokeOpacity={bar < filled ? 1 : 0.45}
        />
      ))}
    </svg>
  );
}

/** A level as a number beside its bars; crossed out while shelved. */
export function LevelChip({
  level,
  muted = false,
  shelved = false,
}: LevelProps & { shelved?: boolean }): ReactNode {
  const needsAttention = !muted && !shelved && level !== null && level > 0;
  return (
    <span className={`level-chip ${needsAttention ? 'raised' : 'secondary'}`}>
      <LevelBars level={level} muted={muted || shelved} />
      <span title={level === null ? 'Not evaluated' : shelved ? 'Shelved' : undefined}>
        <span className="visually-hidden">
          {shelved ? 'Shelved, ' : ''}
          {level === null ? 'Not evaluated' : 'Level '}
        </span>
        {level === null ? <span aria-hidden>–</span> : shelved ? <s>{level}</s> : level}
      </span>
    </span>
  );
}
