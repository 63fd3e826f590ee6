import type { FacetsView } from '../control/protocol/journal.ts'
import type { WorldHandle } from '../index.ts'

interface Shown {
  readonly list: 'calls' | 'deliveries'
  readonly filter: Readonly<Record<string, unknown>>
  /** Rows that stand there. */
  readonly rows: number
}

/** Says of a list that shows only its newest rows how many there are. To stderr, since it is none of them. */
export async function noteCut({ client }: WorldHandle, { list, filter, rows }: Shown): Promise<void> {
  const { limit, ...narrow } = filter
  if (limit === undefined || rows < Number(limit)) return
  const { total } = await client.get<FacetsView>(['facets', list], narrow as Readonly<Record<string, string>>)
  if (total > rows)
    process.stderr.write(
      `ringback: the newest ${rows} of ${total.toLocaleString('en')} ${list}; --limit ${total} shows them all.\n`,
    )
}
