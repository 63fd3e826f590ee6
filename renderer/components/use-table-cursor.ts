import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'

/** Rows by their index, wherever they come from. */
interface RowSource<Row> {
  count: number
  /** `undefined` while it is not loaded. */
  at: (index: number) => Row | undefined
  /** -1 when there is none. */
  indexOf: (isMeant: (row: Row) => boolean) => number
}

interface Options<Row> {
  source: RowSource<Row>
  idOf: (row: Row) => string
  /** What is open; `null` for something that has no row. */
  selected: string | null | undefined
  onOpen: (row: Row, history: 'push' | 'replace') => void
  /** Opens it in a tab of its own, where it has an address. */
  onOpenApart?: ((row: Row) => void) | undefined
  reveal: (index: number) => void
}

/** The row that `j`, `k` and the arrows move over. While a row is open, moving opens the next one in its place. */
export function useTableCursor<Row>(options: Options<Row>) {
  const { t } = useTranslation()
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [moved, setMoved] = useState<string>()
  const { selected: opened } = options
  // Also what was opened elsewhere: once it is closed, the cursor is still on it.
  if (opened !== undefined && opened !== null && opened !== moved) setMoved(opened)
  const id = opened === undefined ? moved : (opened ?? undefined)

  const open = useCallback((row: Row) => {
    const { idOf, selected, onOpen } = latest.current
    setMoved(idOf(row))
    onOpen(row, selected === undefined ? 'push' : 'replace')
  }, [])

  /** By a click that would open a link in a tab of its own, as it would. */
  const openBy = useCallback(
    (row: Row, event: { ctrlKey: boolean; metaKey: boolean; button: number }) => {
      const { onOpenApart } = latest.current
      if (onOpenApart !== undefined && (event.ctrlKey || event.metaKey || event.button === 1)) onOpenApart(row)
      else if (event.button === 0) open(row)
    },
    [open],
  )

  const move = (step: number) => {
    const { source, idOf, selected, onOpen, reveal } = options
    // Before the first rows have come there is none to go to.
    if (source.count === 0) return
    const from = id === undefined ? -1 : source.indexOf(row => idOf(row) === id)
    const index = Math.min(Math.max(from + step, 0), source.count - 1)
    reveal(index)
    const row = source.at(index)
    // A row far away has not been read yet: it is shown, and the cursor goes there with the next key.
    if (row === undefined) return
    setMoved(idOf(row))
    if (selected !== undefined) onOpen(row, 'replace')
  }
  const openCursor = () => {
    const index = id === undefined ? 0 : options.source.indexOf(row => options.idOf(row) === id)
    const row = options.source.at(Math.max(0, index))
    if (row !== undefined) open(row)
  }

  const [next, previous] = [() => move(1), () => move(-1)]
  useShortcuts({
    j: { does: t('help.keys.next'), run: next },
    k: { does: t('help.keys.previous'), run: previous },
    enter: { does: t('help.keys.open'), run: openCursor },
  })
  const keys = new Map([
    ['ArrowDown', next],
    ['ArrowUp', previous],
    ['Home', () => move(-options.source.count)],
    ['End', () => move(options.source.count)],
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys.get(event.key)
    if (!run || event.target !== event.currentTarget) return
    event.preventDefault()
    run()
  }
  return { id, open, openBy, onKeyDown }
}
