import { Button } from '@mantine/core'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hiddenSpans, type Span } from '../data/shown-to-others.ts'
import { usePresenting } from '../routing/use-present.ts'
import classes from './body-view.module.css'
import { bytesOfBase64, hexRows } from './hex-text.ts'
import { TextRegion } from './text-region.tsx'

const SHOWN_BYTES = 4_096

const ROW = 16

/** The rows with some of their bytes lit. */
function LitRows({ rows, lit }: { rows: string; lit: readonly Span[] }) {
  return rows.split('\n').map((row, index) => {
    // Where the hexadecimal digits of a byte stand in its row: after the offset, with a wider gap in the middle.
    const place = (byte: number) => 10 + byte * 3 + (byte >= ROW / 2 ? 1 : 0)
    const parts: ReactNode[] = []
    let shown = 0
    for (const span of lit) {
      const [from, to] = [Math.max(span.from - index * ROW, 0), Math.min(span.to - index * ROW, ROW)]
      if (from >= to) continue
      const [start, end] = [place(from), place(to - 1) + 2]
      parts.push(
        row.slice(shown, start),
        <mark key={start} className={classes.lit}>
          {row.slice(start, end)}
        </mark>,
      )
      shown = end
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of one text, which never move
    return <Fragment key={index}>{[...parts, `${row.slice(shown)}\n`]}</Fragment>
  })
}

/** Bytes as they went over the wire. */
export function HexView({ base64, label, lit = [] }: { base64: string; label: string; lit?: readonly Span[] }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const bytes = useMemo(() => bytesOfBase64(base64), [base64])
  const presenting = usePresenting()
  const hidden = useMemo(() => (presenting ? hiddenSpans(bytes) : []), [presenting, bytes])
  const rows = hexRows(bytes, { limit: whole ? bytes.length : SHOWN_BYTES, hidden })
  return (
    <>
      <TextRegion label={label} look={classes.hex}>
        {lit.length === 0 ? rows : <LitRows rows={rows} lit={lit} />}
      </TextRegion>
      {!whole && bytes.length > SHOWN_BYTES && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('body.show_all_bytes', { bytes: bytes.length })}
        </Button>
      )}
    </>
  )
}
