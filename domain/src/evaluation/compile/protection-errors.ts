import { longestInterval, shortestInterval } from '@twinward/contracts/core/interval-limits';
import { maximumProtectionLogic } from '@twinward/contracts/protections/logic-limits';
import { fixedLength, parseDuration } from '../../duration.ts';
import type { InputDefinition, ProtectionDefinition } from '../model/definition.ts';
import type { ThresholdError } from './program.ts';

/** The errors of a protection outside its texts: in its inputs and their settings. */
export function protectionErrors(definition: ProtectionDefinition): ThresholdError[] {
  const messages = [...inputErrors(definition), ...definition.inputs.flatMap(settingsErrors)];
  return [...lengthErrors(definition), ...messages.map((message) => protectionError(message))];
}

function lengthErrors({ thresholds }: ProtectionDefinition): ThresholdError[] {
  const length = thresholds.reduce((sum, { logic }) => sum + logic.length, 0);
  if (length <= maximumProtectionLogic) return [];
  const message = `The logic of all thresholds has ${length} characters; at most ${maximumProtectionLogic} are allowed.`;
  return [protectionError(message, 'too-long')];
}

/** An error of the whole protection. */
export function protectionError(message: string, code: ThresholdError['code'] = 'argument'): ThresholdError {
  const from = { line: 1, column: 1 };
  return { threshold: -1, code, message, from, to: from };
}

function inputErrors({ type, inputs }: ProtectionDefinition): string[] {
  const works = inputs.filter((input) => input.type === 'work').length;
  if (type !== 'activity' || works === 1) return [];
  return [`An activity protection has exactly one input of type work, not ${works}.`];
}

function settingsErrors({ alias, settings }: InputDefinition): string[] {
  if (!settings) return [];
  const errors: string[] = [];
  const { expectedInterval, tolerance, counterInterval, schedule } = settings;
  if (settings.intervalType === 'counter') {
    if (counterInterval !== undefined && counterInterval <= 0) {
      errors.push(`The counter interval of [${alias}] must be above 0.`);
    }
    if (tolerance !== undefined && typeof tolerance !== 'number') {
      errors.push(`The tolerance of [${alias}] must be a number, as its counter interval is.`);
    }
    return errors;
  }
  if (expectedInterval !== undefined) {
    const length = parseLength(expectedInterval);
    if (!(length >= shortestInterval && length <= longestInterval)) {
      errors.push(
        `The expected interval of [${alias}] must be from 1 second to 1,000 years, such as P30D, not ${expectedInterval}.`,
      );
    }
  }
  if (tolerance !== undefined && !(parseLength(String(tolerance)) <= longestInterval)) {
    errors.push(
      `The tolerance of [${alias}] must be a length of time of at most 1,000 years, such as P3D, not ${tolerance}.`,
    );
  }
  if (schedule === 'fixed' && expectedInterval === undefined) {
    errors.push(`A fixed schedule of [${alias}] needs an expected interval.`);
  }
  return errors;
}

/** Milliseconds; NaN for an invalid duration. */
function parseLength(text: string): number {
  try {
    return fixedLength(parseDuration(text));
  } catch {
    return Number.NaN;
  }
}
