import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { PagedList } from '../data/use-paged-rows.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'

interface Options<Row> {
  list: PagedList<Row>
  idOf: (row: Row) => string
  selected: string | undefined
  onOpen: (row: Row, history: 'push' | 'replace') => void
  reveal: (index: number) => void
}

/** The row that `j`, `k` and the arrows move over. While a row is open, moving opens the next one in its place. */
export function useTableCursor<Row>(options: Options<Row>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [moved, setMoved] = useState<string>()
  const id = options.selected ?? moved

  const open = useCallback((row: Row) => {
    const { idOf, selected, onOpen } = latest.current
    setMoved(idOf(row))
    onOpen(row, selected === undefined ? 'push' : 'replace')
  }, [])

  const move = (step: number) => {
    const { list, idOf, selected, onOpen, reveal } = options
    const from = id === undefined ? -1 : list.rows.indexOf(row => idOf(row) === id)
    const index = Math.min(Math.max(from + step, 0), list.state.count - 1)
    const row = list.rows.at(index)
    if (row === undefined) return
    reveal(index)
    setMoved(idOf(row))
    if (selected !== undefined) onOpen(row, 'replace')
  }
  const openCursor = () => {
    const index = id === undefined ? 0 : options.list.rows.indexOf(row => options.idOf(row) === id)
    const row = options.list.rows.at(Math.max(0, index))
    if (row !== undefined) open(row)
  }

  const strokes = {
    j: () => move(1),
    k: () => move(-1),
    enter: openCursor,
  }
  useShortcuts(strokes)
  const keys = new Map([
    ['ArrowDown', strokes.j],
    ['ArrowUp', strokes.k],
    ['Home', () => options.reveal(0)],
    ['End', () => options.reveal(options.list.state.count - 1)],
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys.get(event.key)
    if (!run || event.target !== event.currentTarget) return
    event.preventDefault()
    run()
  }
  return { id, open, onKeyDown }
}
