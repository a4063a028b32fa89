/** The names of the fields whose values have a type. */
type FieldsWith<D, Value> = { [Name in keyof D & string]: D[Name] extends Value ? Name : never }[keyof D &
  string];

interface Bound<Value> {
  value: Value;
  error: string | undefined;
  readOnly: boolean;
}

/** The props that bind inputs to the fields of a draft. */
export interface BoundFields<D> {
  /** For inputs that report events, such as `Field` and `SelectField`. */
  text<Name extends FieldsWith<D, string>>(
    name: Name,
  ): Bound<D[Name]> & { onChange(event: { target: { value: string } }): void };
  /** For inputs that report values, such as `NumberField` and `DurationInput`. */
  input<Name extends keyof D & string>(name: Name): Bound<D[Name]> & { onChange(value: D[Name]): void };
  /** For `SwitchField`. */
  toggle(name: FieldsWith<D, boolean>): {
    checked: boolean;
    readOnly: boolean;
    onChange(checked: boolean): void;
  };
}

/** Binds inputs to the fields of a draft: their values, messages and changes. */
export function bindFields<D extends object>({
  draft,
  problems = {},
  readOnly = false,
  change,
}: {
  draft: D;
  /** The messages to show, by field. */
  problems?: Readonly<Record<string, string | undefined>>;
  readOnly?: boolean;
  change(part: Partial<D>): void;
}): BoundFields<D> {
  const set = (name: keyof D, value: unknown): void => change({ [name]: value } as Partial<D>);
  const bind = <Name extends keyof D & string>(name: Name) => ({
    value: draft[name],
    error: problems[name],
    readOnly,
  });
  return {
    text: (name) => ({ ...bind(name), onChange: ({ target }) => set(name, target.value) }),
    input: (name) => ({ ...bind(name), onChange: (value) => set(name, value) }),
    toggle: (name) => ({
      checked: draft[name] as boolean,
      readOnly,
      onChange: (checked) => set(name, checked),
    }),
  };
}
