import type { ReactNode } from 'react'
import type { Scope } from '../../../server/contract/scopes.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { type ListColumn, OpenableTable, type Sorting } from '../../components/list-table.tsx'
import type { Query } from '../../data/client.ts'
import { type Listed, useTenantData, type Via } from '../../data/tenant-data.ts'
import { Pages } from './pages.tsx'
import { ReadWith, Source } from './source.tsx'

interface Props<Row> {
  tenant: TenantView
  via: Via
  scope: Scope
  /** Of the emulated API: `/customers`. */
  path: string
  query: Query
  page: number
  onPage: (page: number) => void
  label: string
  columns: readonly ListColumn<Row>[]
  idOf: (row: Row) => string
  sorting?: Sorting | undefined
  selected: string | undefined
  onOpen: (row: Row, history: 'push' | 'replace') => void
  /** In the place of an empty list. */
  none: ReactNode
  /** Beside the pages, while the selected row is on none of what the page shows. */
  elsewhere?: ReactNode
}

/** A list of the emulated API, a page of it at a time, with the request that it took. */
export function PagedSource<Row>(props: Props<Row>) {
  const { tenant, via, scope, path, query, page, onPage, none, elsewhere, ...table } = props
  const { idOf, selected } = table
  const asked = { ...query, page: page === 1 ? undefined : page }
  const reading = useTenantData<Listed<Row>>({ tenant, via, scope, path, query: asked })
  return (
    <Source tenant={tenant} via={via} scope={scope} reading={reading}>
      {({ data, pagination }) => (
        <>
          {/* Another page begins at its top, or at the row that is open. */}
          {data.length === 0 ? none : <OpenableTable key={pagination.current_page} rows={data} {...table} />}
          <Pages pagination={pagination} onPage={onPage}>
            {selected !== undefined && !data.some(row => idOf(row) === selected) && elsewhere}
            <ReadWith endpoint={`GET ${path}`} requests={reading.data?.requests ?? []} />
          </Pages>
        </>
      )}
    </Source>
  )
}
