/** What is looked for by its words. */
export interface Named {
  label: string
  description?: string | undefined
  /** More words that find it; one text has them with commas between. */
  keywords?: string | readonly string[] | undefined
}

export interface Group<Row extends Named> {
  group: string
  actions: readonly Row[]
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Whether what follows a name says something of it, as Japanese has it behind: `pro の利用制限` is as far from `pro` as `Limits of pro`. */
const isOfIt = (rest: string) => /^ \p{Script=Hiragana}/u.test(rest)

/** How far an action is from what was typed, the nearest being 0; `undefined` when one of the words is nowhere in it. */
function distance(typed: string, { label, description = '', keywords = '' }: Named): number | undefined {
  const [title, also] = [folded(label), folded([description, keywords].flat().join(', '))]
  // Of a part of a screen, its own name counts as much as the one of the screen.
  // What stands before a dot is a name by itself: `pro · Minato Realty`.
  const names = [title, ...title.split(' › '), ...title.split(' · ').slice(0, 1)]
  if (names.includes(typed)) return 0
  if (
    names.some(name => name.startsWith(typed) && !isOfIt(name.slice(typed.length))) ||
    also.split(', ').includes(typed)
  )
    return 1
  const words = typed.split(/\s+/)
  const begun = wordsOf(title)
  if (words.every(word => begun.some(beginning => beginning.startsWith(word)))) return 2
  if (title.includes(typed)) return 3
  return words.every(word => title.includes(word) || also.includes(word)) ? 4 : undefined
}

/** Shorter words are too much like others. */
const SHORTEST_MISSPELT = 4
/** From here on, the beginning of a longer word may be misspelt, too. */
const SHORTEST_BEGINNING = 5

/** Whether one slip of the finger lies between two words: a letter too many, too few, another one, or two that changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const [left, right] = [typed.slice(at), meant.slice(at)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}

/** Whether a word was meant by what was typed, which may have a slip in it. */
function isMeant(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < SHORTEST_MISSPELT || word.length < SHORTEST_MISSPELT || typed[0] !== word[0]) return false
  const beginnings = typed.length < SHORTEST_BEGINNING ? [] : [typed.length, typed.length + 1]
  return isOneSlip(typed, word) || beginnings.some(length => isOneSlip(typed, word.slice(0, length)))
}

/** As `distance`, where a word may have a slip in it: what begins with it comes first. */
function distanceOfMisspelt(typed: string, { label, keywords = '' }: Named): number | undefined {
  const [title, also] = [wordsOf(folded(label)), wordsOf(folded([keywords].flat().join(', ')))]
  const words = typed.split(/\s+/)
  const isIn = (word: string, names: readonly string[]) => names.some(name => isMeant(word, name))
  if (!words.every(word => isIn(word, [...title, ...also]))) return undefined
  return isIn(words[0] ?? '', title.slice(0, 1)) ? 0 : 1
}

/** What was typed without the words that only say that one wants to go there. */
export const withoutGoing = (typed: string): string =>
  typed
    .replace(/^(?:go to|goto|jump to|move (?:the clock )?to|open|show|find|view)\s+(?=\S)/i, '')
    .replace(/(?<=\S)\s*[をへに]\s*(?:移動|行く|開く|進める)?$/, '')

/** Words that say that one wants to go somewhere, before they say where. */
export const isGoing = (typed: string): boolean =>
  /^(?:go|go to|goto|jump|jump to|navigate|open|show|view|移動|行く|開く)$/i.test(typed)

type Distance = (typed: string, action: Named) => number | undefined

/** The nearer of the two ways to read what was typed. */
const inEitherWay =
  (far: Distance): Distance =>
  (typed, action) => {
    const ways = [...new Set([typed, withoutGoing(typed)])].flatMap(way => far(way, action) ?? [])
    return ways.length === 0 ? undefined : Math.min(...ways)
  }

/**
 * What has every word that was typed, in its name or in its other words, the nearest first; so do the groups stand. Groups that are as near
 * keep their order, and some are always the last. Where nothing has them all, what has them but for a slip in each.
 */
export const rankedBut =
  (...last: readonly string[]) =>
  <Row extends Named>(query: string, data: readonly Group<Row>[]): readonly Group<Row>[] => {
    const typed = folded(query.trim())
    if (typed === '') return data
    const within = (distanceTo: Distance) =>
      data.flatMap(({ group, actions }) => {
        const near = actions
          .flatMap(action => {
            const far = distanceTo(typed, action)
            return far === undefined ? [] : [{ action, far }]
          })
          .toSorted((one, other) => one.far - other.far)
        const [first] = near
        return first === undefined ? [] : [{ far: first.far, group, actions: near.map(({ action }) => action) }]
      })
    const exact = within(inEitherWay(distance))
    const groups = exact.length > 0 ? exact : within(inEitherWay(distanceOfMisspelt))
    const place = ({ group, far }: { group: string; far: number }) =>
      last.includes(group) ? Number.POSITIVE_INFINITY : far
    return groups
      .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
      .map(({ group, actions }) => ({ group, actions }))
  }
