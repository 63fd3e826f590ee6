import type { TFunction } from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import type { Query } from '../data/client.ts'
import { usePagedRows } from '../data/use-paged-rows.ts'
import type { Filters } from '../routing/use-filters.ts'
import { type Open, useOpen } from '../routing/use-open.ts'
import { NothingMatches } from './filter-bar.tsx'
import { HiddenInAddress, hiddenFilter } from './hidden-in-address.tsx'
import { Split } from './split.tsx'
import { type TableWidth, useTableWidth } from './table-columns.ts'
import type { Column } from './table-row.tsx'
import { VirtualTable } from './virtual-table.tsx'

/** What stands beside the list. */
interface Beside {
  label: string
  content: ReactNode
  width?: 'narrow' | 'wide'
}
type Ways = Pick<Open, 'show' | 'close'>

/** A list of the control API as a kind of row: where it is read, and how its rows look. Declare it outside of the component. */
export interface RowKind<Row> {
  idOf: (row: Row) => string
  columnsOf: (t: TFunction, width: TableWidth) => Column<Row>[]
  /** Its rows have one line only in a larger window than others do: they have more to say than such a line holds. */
  hasLongRows?: boolean
  /** It finds a number by what lists show of it: where nothing is found, there is none. */
  findsShownNumbers?: boolean
  /** What of the stream concerns it. */
  topics: readonly StreamTopic[]
}

interface Props<Row> {
  /** Names the list for those who cannot see it. */
  label: string
  kind: RowKind<Row>
  /** `GET /control/worlds/<world>/<path>?<query>` */
  path: string
  query: Query
  /** The segments of the list's own address; the next one is what is open beside it. */
  place: readonly (string | number)[]
  /** A row that is open. Key what it returns by the id. */
  detail?: (id: string, ways: Ways) => Beside
  /** What else can be open in the place of a row, by the segment that opens it; `''` while nothing is. */
  panels?: { readonly [segment: string]: ((ways: Ways) => Beside) | undefined }
  /** What stands beside it while nothing is open, where there is room (`useRests`): a row of the list. */
  atRest?: (Beside & { id: string }) | undefined
  /** Where a row leads that opens elsewhere. */
  onOpen?: (row: Row) => void
  filters?: Filters
  /** In the place of an empty list: it names the request that would fill it. */
  none: ReactNode
  /** The same when there are filters, where it can be said better than `NothingMatches` does. */
  noMatch?: ReactNode
  /** Holds the list still although it is scrolled to the top. */
  paused?: boolean
  /** How many rows there are in all, where somebody counts them; `null` until that is known. */
  total?: number | null | undefined
}

/**
 * A list of the server and what is open beside it: paged, virtual, driven by the keyboard, kept fresh by the stream, with everything that a
 * reload must keep in the address.
 */
export function PagedList<Row>(props: Props<Row>) {
  const { label, kind, path, query, place, detail, panels = {}, atRest, onOpen, filters, none, noMatch, paused } = props
  const { total } = props
  const { idOf, columnsOf, topics, hasLongRows = false, findsShownNumbers = false } = kind
  const { t } = useTranslation()
  const { open, show, showApart, close } = useOpen(...place)
  const list = usePagedRows<Row>(path, query, topics)
  const resting = open === undefined ? atRest : undefined
  const width = useTableWidth({ isOpen: open !== undefined || resting !== undefined, hasLongRows })
  const columns = useMemo(() => columnsOf(t, width), [columnsOf, t, width])
  const found = filters && hiddenFilter(filters)
  const hidden = findsShownNumbers && found?.tail !== undefined ? undefined : found
  const panel = panels[open ?? '']
  const ways = { show, close }
  const beside = panel ? panel(ways) : open === undefined ? resting : detail?.(open, ways)
  return (
    <Split
      detail={beside && { ...beside, key: open ?? resting?.id ?? '', onClose: open === undefined ? undefined : close }}
    >
      <VirtualTable
        label={label}
        list={list}
        columns={columns}
        idOf={idOf}
        selected={panel ? undefined : (open ?? resting?.id)}
        onOpen={(row, history) => (onOpen ? onOpen(row) : show(idOf(row), history))}
        onOpenApart={onOpen ? undefined : row => showApart(idOf(row))}
        empty={
          hidden !== undefined && filters !== undefined ? (
            <HiddenInAddress hidden={hidden} filters={filters} />
          ) : filters?.isActive ? (
            (noMatch ?? <NothingMatches onShowAll={filters.clear} />)
          ) : (
            none
          )
        }
        paused={paused}
        total={total}
      />
    </Split>
  )
}
