import type { Rule } from '@twinward/domain/rules/rule';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { checked } from './checked.ts';

/** Registers text fields by their rules. The returned function gives the props of an input: its value and error. */
export const registerText =
  <Values extends FieldValues, Name extends Path<Values>>(
    form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>,
    rules: { readonly [Each in Name]?: readonly Rule<string>[] },
  ) =>
  (name: Name) => ({
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name, checked<string>(rules[name])),
  });
