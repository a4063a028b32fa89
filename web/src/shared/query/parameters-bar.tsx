import Box from '@mui/material/Box';
import type {
  ParameterValue,
  ParameterValues,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { ParameterInput } from './parameter-input.tsx';

/** The inputs for the parameters of a query. Renders nothing without parameters. */
export function ParametersBar({
  parameters,
  values,
  onChange,
}: {
  parameters: readonly QueryParameter[];
  /** A parameter that is missing here has its default. */
  values: ParameterValues;
  onChange: (parameter: QueryParameter, value: ParameterValue) => void;
}): ReactNode {
  if (parameters.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label="Parameters"
      sx={{
        display: 'grid',
        gap: 4,
        pb: 4,
        alignItems: 'start',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
      }}
    >
      {parameters.map((parameter) => (
        <ParameterInput
          key={parameter.name}
          parameter={parameter}
          value={Object.hasOwn(values, parameter.name) ? values[parameter.name]! : parameter.default}
          onChange={(value) => onChange(parameter, value)}
        />
      ))}
    </Box>
  );
}
