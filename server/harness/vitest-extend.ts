import type { TestAPI } from 'vitest'

type Fixtures = { readonly [name: string]: unknown }
interface Extendable {
  extend(fixtures: Fixtures): Extendable
  /** Vitest has this since 4.1. */
  readonly override?: unknown
}

/**
 * Lets `extend` change options in every version of Vitest. Before 4.1, a fixture silently kept the options that it was declared with,
 * whatever a later `extend` said, and the options of one `extend` leaked into its siblings. There, every `extend` declares everything anew.
 *
 * @param own how the fixtures are declared for such a Vitest; `options` names those whose values are for a test, whatever scope they
 * declare, and what replaces the fixture that they are for
 */
export function withLateOptions<Context>(
  test: TestAPI<Context>,
  { base, own, options }: { base: object; own: Fixtures; options: { readonly [option: string]: Fixtures } },
): TestAPI<Context> {
  const api = test as unknown as Extendable
  if (api.override !== undefined) return test
  return extendAnew(api, { base: base as Extendable, layers: [own], options }) as unknown as TestAPI<Context>
}

interface Declared {
  readonly base: Extendable
  /** Fixtures by name. One that uses another of the same name is in a layer above it. */
  readonly layers: readonly Fixtures[]
  readonly options: { readonly [option: string]: Fixtures }
}

function extendAnew(api: Extendable, declared: Declared): Extendable {
  api.extend = given => {
    const layers = addTo(declared, given)
    const extended = layers.reduce<Extendable>((below, layer) => below.extend(layer), declared.base)
    return extendAnew(extended, { ...declared, layers })
  }
  return api
}

function addTo({ layers, options }: Declared, given: Fixtures): readonly Fixtures[] {
  const changed = layers.map(layer => ({ ...layer }) as { [name: string]: unknown })
  const above: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(given)) {
    const layer = changed.findLast(candidate => name in candidate)
    if (layer === undefined) Object.assign(changed.at(-1) ?? {}, { [name]: value })
    else if (asksForItself(name, value)) above[name] = value
    else Object.assign(layer, options[name], { [name]: name in options && Array.isArray(value) ? value[0] : value })
  }
  return Object.keys(above).length === 0 ? changed : [...changed, above]
}

function asksForItself(name: string, value: unknown): boolean {
  const [made] = Array.isArray(value) ? value : [value]
  if (typeof made !== 'function') return false
  const text = String(made)
  return text
    .slice(text.indexOf('('), text.indexOf(')'))
    .split(/[^\w$]+/)
    .includes(name)
}
