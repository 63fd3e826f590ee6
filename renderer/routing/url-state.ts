/** How one value of the address is read and written. A value that equals its default is left out of the address. */
interface UrlField<Value> {
  read(text: string | null): Value
  write(value: Value): string | null
}

export type UrlFields = { [name: string]: UrlField<unknown> }
export type UrlValues<Fields> = { [Name in keyof Fields]: Fields[Name] extends UrlField<infer Value> ? Value : never }

export function textField(fallback = ''): UrlField<string> {
  return { read: text => text ?? fallback, write: value => (value === fallback ? null : value) }
}

/** One of a few values; anything else reads as the first. */
export function choiceField<const Value extends string>(values: readonly [Value, ...Value[]]): UrlField<Value> {
  return {
    read: text => values.find(value => value === text) ?? values[0],
    write: value => (value === values[0] ? null : value),
  }
}

export function flagField(): UrlField<boolean> {
  return { read: text => text !== null && text !== '0', write: value => (value ? '1' : null) }
}

export function numberField(fallback: number): UrlField<number> {
  return {
    read: text => (text !== null && text !== '' && Number.isFinite(Number(text)) ? Number(text) : fallback),
    write: value => (value === fallback ? null : String(value)),
  }
}

export function readFields<Fields extends UrlFields>(fields: Fields, search: string): UrlValues<Fields> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.read(parameters.get(name))]),
  ) as unknown as UrlValues<Fields>
}

/** The search text after a change; parameters that are not of these fields stay. */
export function writeFields<Fields extends UrlFields>(
  fields: Fields,
  search: string,
  change: Partial<UrlValues<Fields>>,
): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    const text = fields[name]?.write(value) ?? null
    if (text === null) parameters.delete(name)
    else parameters.set(name, text)
  }
  return parameters.toString()
}
