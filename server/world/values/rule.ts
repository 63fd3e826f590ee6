/** What a value has to be. `wanted` completes "must be …". */
export interface Rule {
  readonly wanted: string
  readonly accepts: (value: unknown) => boolean
}

export function text(most: number): Rule {
  return {
    wanted: `a text of at most ${most} characters`,
    accepts: value => typeof value === 'string' && value.length <= most,
  }
}

export function textLike(pattern: RegExp, wanted: string): Rule {
  return { wanted, accepts: value => typeof value === 'string' && pattern.test(value) }
}

export function textThat(holds: (value: string) => boolean, wanted: string): Rule {
  return { wanted, accepts: value => typeof value === 'string' && holds(value) }
}

export function oneOf(choices: readonly (string | number)[]): Rule {
  return { wanted: `one of ${choices.join(', ')}`, accepts: value => choices.includes(value as string | number) }
}

export function whole(least: number, most: number): Rule {
  return {
    wanted: `a whole number from ${least} to ${most}`,
    accepts: value => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  }
}

export function between(least: number, most: number): Rule {
  return {
    wanted: `a number from ${least} to ${most}`,
    accepts: value => typeof value === 'number' && value >= least && value <= most,
  }
}

export const truth: Rule = { wanted: 'true or false', accepts: value => typeof value === 'boolean' }

export function bytes(most: number): Rule {
  return { wanted: `at most ${most} bytes`, accepts: value => Buffer.isBuffer(value) && value.length <= most }
}

export function orNull({ wanted, accepts }: Rule): Rule {
  return { wanted: `${wanted}, or nothing`, accepts: value => value === null || accepts(value) }
}

export function either(...rules: readonly Rule[]): Rule {
  return {
    wanted: rules.map(({ wanted }) => wanted).join(', or '),
    accepts: value => rules.some(({ accepts }) => accepts(value)),
  }
}

export function listOf({ wanted, accepts }: Rule, most: number): Rule {
  return {
    wanted: `a list of at most ${most}, each ${wanted}`,
    accepts: value => Array.isArray(value) && value.length <= most && value.every(accepts),
  }
}

/** An object with these fields and no others. A field may be missing unless it is `required`. */
export function shape(
  fields: Readonly<Record<string, Rule>>,
  { required = [] }: { required?: readonly string[] } = {},
): Rule {
  const known = new Map(Object.entries(fields))
  return {
    wanted: `an object of ${[...known.keys()].join(', ')}`,
    accepts: value =>
      isObject(value) &&
      required.every(name => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, inner]) => known.get(name)?.accepts(inner) ?? false),
  }
}

/** An object whose values all follow one rule. */
export function record({ wanted, accepts }: Rule): Rule {
  return {
    wanted: `an object whose values are each ${wanted}`,
    accepts: value => isObject(value) && Object.values(value).every(accepts),
  }
}

/** A text that is JSON of such a value. */
export function json({ wanted, accepts }: Rule, read: (text: string) => string = text => text): Rule {
  return {
    wanted: `JSON of ${wanted}`,
    accepts: value => {
      if (typeof value !== 'string') return false
      try {
        const parsed: unknown = JSON.parse(read(value))
        return !isDeeper(parsed, DEEPEST) && accepts(parsed)
      } catch {
        return false
      }
    },
  }
}

/** Deeper JSON can be read, but not written again. */
const DEEPEST = 100

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1))
}

export const anything: Rule = { wanted: 'any value', accepts: () => true }
export const anObject: Rule = { wanted: 'an object', accepts: isObject }

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
