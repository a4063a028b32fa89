import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { parametersInText } from '@twinward/domain/language/parameters';
import type { ReactNode } from 'react';
import { Time } from '../../ui/format/time.tsx';
import { Why } from '../../ui/page/why.tsx';
import { ParameterValue } from './parameter-value.tsx';

/** Explains the level of a protection. */
export function WhyProtectionLevel({
  name,
  driving,
  logic,
  parameters = [],
  since,
  evaluated,
  note,
  links = [],
}: {
  name: string;
  /** The source of the level: a threshold, or the default level. */
  driving: string;
  logic?: string | undefined;
  /** Parameters of the twin. */
  parameters?: readonly TwinParameter[] | undefined;
  /** Time of the last change of the level or its source, if known. */
  since?: string | null;
  evaluated: string | null;
  note?: string | undefined;
  links?: readonly { label: string; to: string }[];
}): ReactNode {
  const named = logic === undefined ? [] : parametersInText(logic);
  return (
    <Why
      subject={`this level of ${name}`}
      formula="The highest level among the thresholds that are true; else the default level"
      inputs={[
        ['Driven by', driving, since ?? null],
        ...(logic === undefined ? [] : [['Logic', <code key="logic">{logic}</code>] as const]),
        ...parameters
          .filter((parameter) => named.includes(parameter.name))
          .map(
            (parameter) =>
              [`{${parameter.name}}`, <ParameterValue key={parameter.name} parameter={parameter} />] as const,
          ),
        ['Evaluated', <Time key="time" value={evaluated} none="never" />],
      ]}
      {...(note === undefined ? {} : { note })}
      links={links}
    />
  );
}
