import type { TFunction } from 'i18next'
import type { FIELD_PROBLEMS } from '../../../server/contract/field-problems.ts'
import { refusedFields, refusedText, type Told, thingOf } from '../../components/gate-words.ts'
import { placeOfField } from '../../components/json-text.ts'
import { fieldProblemIn } from '../../i18n/refusal-text.ts'

/** What can be edited of a request in which something was refused. */
interface Edited {
  /** Path and query. */
  target: string
  body: string
}

/** Something of a request that was refused: in which part of the editor, what was said of it, and where it stands there. */
export interface RefusedPlace {
  part: 'target' | 'body' | 'key'
  field: string | undefined
  said: string
  from: number
  to: number
  /** What its value is, which need not be all of it: a field that may not be there goes with its name. `undefined` where something is missing. */
  was: string | undefined
}

/** `whole`: what to take out so that nothing of it is there. */
type Place = Pick<RefusedPlace, 'from' | 'to' | 'was'> & { whole?: { from: number; to: number } }

/** What is said of a field that may not be there. */
const OF_TOO_MANY = [
  'unknown_or_assumed',
  'unknown',
  'unknown_of_many',
  'unknown_of',
  'fixed',
  'no_parameter',
] as const satisfies (keyof typeof FIELD_PROBLEMS)[]

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Where the value of a parameter stands in a path with its query. Pure. */
export function placeOfParameter(target: string, name: string): Place | undefined {
  let from = target.indexOf('?') + 1
  if (from === 0) return undefined
  for (const parameter of target.slice(from).split('&')) {
    const [key = ''] = parameter.split('=')
    const [start, to] = [Math.min(from + key.length + 1, from + parameter.length), from + parameter.length]
    // With the sign that sets it apart from what stays.
    const whole = target[from - 1] === '&' ? { from: from - 1, to } : { from, to: Math.min(to + 1, target.length) }
    if (decoded(key) === name) return { from: start, to, was: target.slice(start, to), whole }
    from = to + 1
  }
  return undefined
}

function placeInBody(body: string, field: string): Place {
  const { isThere, ...place } = placeOfField(body, field === 'body' ? '' : field)
  return { ...place, was: isThere ? body.slice(place.from, place.to) : undefined }
}

/** The id that a path names: `99` of `/customers/99`. */
function placeOfId(target: string): Place | undefined {
  const [path = ''] = target.split('?')
  if (thingOf({ path }) === undefined) return undefined
  const from = path.indexOf('/', 1) + 1
  const length = path.slice(from).indexOf('/')
  const to = length === -1 ? path.length : from + length
  return { from, to, was: target.slice(from, to) }
}

/** Where a field is that was refused: a parameter, what the body has, what the path names; else where it would be written. Pure. */
function placeOf({ target, body }: Edited, field: string): Place & Pick<RefusedPlace, 'part'> {
  const parameter = placeOfParameter(target, field)
  if (parameter !== undefined) return { part: 'target', ...parameter }
  if (body !== '') return { part: 'body', ...placeInBody(body, field) }
  return { part: 'target', ...(placeOfId(target) ?? { from: target.length, to: target.length, was: undefined }) }
}

/** All that was refused of an exchange, in the order in which its answer has it, and where it stands in what is edited. Pure. */
export function refusedPlaces(t: TFunction, told: Told, edited: Edited): RefusedPlace[] {
  const { exchange } = told
  const rejected = exchange.trace.find(({ outcome }) => outcome === 'rejected')
  if (rejected === undefined) return []
  const fields = refusedFields(t, rejected, exchange)
  if (fields.length > 0)
    return fields.map(([field, said, problems]) => {
      const { whole, ...place } = placeOf(edited, field)
      const isTooMuch = problems.some(problem => fieldProblemIn(problem, OF_TOO_MANY) !== undefined)
      return { field, said, ...place, ...(isTooMuch && whole) }
    })
  const said = refusedText(t, rejected, told)
  const whole = (place: Place | undefined, part: RefusedPlace['part'] = 'target', field?: string): RefusedPlace[] =>
    place === undefined ? [] : [{ part, field, said, from: place.from, to: place.to, was: place.was }]
  switch (rejected.gate) {
    case 'authenticate':
      return whole({ from: 0, to: 0, was: undefined }, 'key')
    case 'route': {
      const [path = ''] = edited.target.split('?')
      return whole({ from: 0, to: path.length, was: path })
    }
    case 'validation':
      return whole(placeInBody(edited.body, 'body'), 'body', 'body')
    case 'handler':
      if (rejected.code === 'not_found') return whole(placeOfId(edited.target))
      if (rejected.code !== 'duplicate_external_id') return []
      return whole(placeInBody(edited.body, 'external_id'), 'body', 'external_id')
    case 'fault':
      return wouldBeRefused(t, told, edited)
    default:
      return []
  }
}

/** What a check would have refused that had no chance to, as a fault answered. */
function wouldBeRefused(t: TFunction, { exchange }: Told, edited: Edited): RefusedPlace[] {
  const step = exchange.trace.find(({ outcome, gate }) => outcome === 'would_reject' && gate === 'validation')
  const fields = step?.figures?.fields
  if (!Array.isArray(fields)) return []
  return fields.map(String).map(field => {
    const { whole: _, ...place } = placeOf(edited, field)
    return { field, said: t('trace.would_be_refused'), ...place }
  })
}

/** Whether what was refused still stands there as it was. Pure. */
export function isStillThere({ part, field, was }: RefusedPlace, edited: Edited): boolean {
  if (part === 'key') return true
  if (field === undefined) return edited.target.split('?')[0] === was || placeOfId(edited.target)?.was === was
  return placeOf(edited, field).was === was
}
