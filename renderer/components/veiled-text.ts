import { placeOfField } from './json-text.ts'

/** Stands for each hidden digit or letter (`data/shown-to-others.ts`). */
const DOT = '•'
const dotsIn = (text: string) => text.split(DOT).length

/** A text of which parts are not for those who look on, to be edited before them: the rest of it can be changed, and the parts are sent as they were. */
export interface Veiled {
  readonly shown: string
  /** What is sent for what was made of it; `undefined` where a hidden part was changed in itself, or is elsewhere. */
  readonly sentFor: (edited: string) => string | undefined
}

/** What is hidden of one part, in both forms. */
interface Part {
  readonly shown: string
  readonly whole: string
}

type ForOthers = (text: string) => string

/** `undefined` where the parts cannot be told apart for certain: such a text is edited by nobody who shows it. */
function veiled(whole: string, shown: string, restored: (edited: string) => string): Veiled | undefined {
  if (restored(shown) !== whole) return undefined
  const sentFor = (edited: string) => {
    const sent = restored(edited)
    return dotsIn(sent) > dotsIn(whole) ? undefined : sent
  }
  return { shown, sentFor }
}

const PLAIN = (text: string): Veiled => ({ shown: text, sentFor: edited => edited })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The paths of all values that have no others in them. */
function pathsOf(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [path.join('.')]
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))
}

const valueAt = (text: string, path: string): string | undefined => {
  const { isThere, from, to } = placeOfField(text, path)
  return isThere ? text.slice(from, to) : undefined
}

/** A body of JSON, value by value. Pure. */
export function veiledBody(whole: string, forOthers: ForOthers): Veiled | undefined {
  const shown = forOthers(whole)
  if (shown === whole) return PLAIN(whole)
  const value = parsed(shown)
  if (value === undefined || forOthers(shown) !== shown) return undefined
  const hidden = pathsOf(value).flatMap(path => {
    const part = { shown: valueAt(shown, path), whole: valueAt(whole, path) }
    return part.shown === part.whole ? [] : [{ path, ...part }]
  })
  const restored = (edited: string) => {
    const places = hidden.flatMap(part => {
      const { isThere, from, to } = placeOfField(edited, part.path)
      return isThere && edited.slice(from, to) === part.shown ? [{ from, to, whole: part.whole ?? '' }] : []
    })
    // From the end on, so that no place moves before its turn.
    return places
      .toSorted((one, other) => other.from - one.from)
      .reduce((text, { from, to, whole: part }) => text.slice(0, from) + part + text.slice(to), edited)
  }
  return veiled(whole, shown, restored)
}

const SIGNS = /([?&])/

/** A path with its query, parameter by parameter. Pure. */
export function veiledTarget(whole: string, forOthers: ForOthers): Veiled | undefined {
  const shown = forOthers(whole)
  if (shown === whole) return PLAIN(whole)
  if (forOthers(shown) !== shown) return undefined
  const parts = whole.split(SIGNS)
  const hidden = shown
    .split(SIGNS)
    .map((part, place): Part => ({ shown: part, whole: parts[place] ?? '' }))
    .filter(part => part.shown !== part.whole)
  const restored = (edited: string) => {
    const left = [...hidden]
    return edited
      .split(SIGNS)
      .map(part => {
        const place = left.findIndex(one => one.shown === part)
        return place === -1 ? part : (left.splice(place, 1)[0]?.whole ?? part)
      })
      .join('')
  }
  return veiled(whole, shown, restored)
}
