import type { Register } from './register.ts'

/** Notes how a field without a value is shown, where one is. */
export function noteUnset<Fields extends object>({ note }: Register, fields: Fields): Fields {
  for (const name in fields) {
    if (fields[name] === null) {
      note('wire.unset_fields')
      break
    }
  }
  return fields
}
