import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAssumptions } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import type { OpenApiFile } from '../../data/openapi.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { entriesOf } from './entries.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { indexOf } from './places.ts'
import { type Found, found, type Hit, hitsOf } from './search.ts'

/** The entries of the file, and what of them and in them is found by words. */
function useFind(file: OpenApiFile | undefined) {
  const { t } = useTranslation()
  const contract = useContract()
  const assumptions = useAssumptions().data?.data
  const entries = useMemo(() => (file ? entriesOf(file) : []), [file])
  const find = useMemo(() => {
    const known = file && {
      file,
      assumptions: assumptions ?? [],
      subscribable: contract?.subscribable_events ?? [],
      errors: contract?.errors ?? {},
    }
    // Without a search nobody needs to know what stands where.
    let index: ReturnType<typeof indexOf> | undefined
    return (q: string): Found[] => {
      if (q.trim() === '' || !known) return entries.map(entry => ({ entry, isItself: true, places: [] }))
      index ??= indexOf(t, entries, known)
      return found(index, q)
    }
  }, [t, entries, file, assumptions, contract])
  return { entries, find }
}

/** What is open, what is found, and how a search opens it. */
export function useFinding(file: OpenApiFile | undefined) {
  const { segments } = usePlace()
  const go = useGo()
  const [{ q, at }, setState] = useUrlState(REFERENCE_FIELDS)
  const { entries, find } = useFind(file)
  const [times, setTimes] = useState(0)
  const asked = segments[1]
  const current =
    asked === undefined ? entries.find(({ kind }) => kind === 'endpoint') : entries.find(({ id }) => id === asked)
  /** What the search has opened by itself, which the next letters may take away again. */
  const brought = useRef<string>(undefined)
  /** Where something was typed or sent, which would be lost. */
  const workedAt = useRef<string>(undefined)
  const shown = useMemo(() => find(q), [find, q])

  const isShown = (hit: Hit) => hit.entry.id === current?.id && hit.at === at
  const follow = (hit: Hit) => {
    brought.current = undefined
    if (isShown(hit)) setTimes(count => count + 1)
  }
  const open = (hit: Hit, text: string) => {
    const { id } = hit.entry
    // What the address hides of the search stays so on the way.
    if (id !== current?.id) go(['reference', id], { search: location.search, history: 'replace' })
    setState({ q: text, at: hit.at })
  }

  const search = (text: string) => {
    // An arrow key was faster.
    if (text === q) return
    const hits = text.trim() === '' ? [] : hitsOf(find(text))
    const ofCurrent = hits.find(({ entry }) => entry.id === current?.id)
    const isChosen = asked !== undefined && brought.current !== asked
    const isKept = workedAt.current === current?.id || (isChosen && ofCurrent !== undefined)
    const hit = isKept ? ofCurrent : hits[0]
    if (!hit) return setState({ q: text })
    if (!isKept) brought.current = hit.entry.id
    open(hit, text)
  }

  /** Goes through what is found; `0` opens what is lit, else what comes first. */
  const step = (text: string, by: -1 | 0 | 1) => {
    const hits = hitsOf(find(text))
    const from = hits.findIndex(isShown)
    const hit = hits.at(from === -1 ? Math.min(by, 0) : (from + by) % hits.length)
    if (!hit) return search(text)
    follow(hit)
    open(hit, text)
  }

  return {
    q,
    at,
    asked,
    current,
    shown,
    times,
    setState,
    search,
    step,
    follow,
    noteWork: () => {
      workedAt.current = current?.id
    },
  }
}
