import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { FileLink } from '../../components/file-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { Outside } from '../../components/outside.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { useAssumptions } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import { type OpenApiFile, openApiPath, useOpenApi } from '../../data/openapi.ts'
import { useLastTenant } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { contractText } from '../../i18n/said.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { writeFields } from '../../routing/url-state.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { Contents } from './contents.tsx'
import { EventView, ReceivingView } from './delivery-view.tsx'
import { type Entry, entriesOf } from './entries.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { OperationHead, OperationParts } from './operation-view.tsx'
import { Columns } from './place.tsx'
import { indexOf } from './places.ts'
import classes from './reference.module.css'
import { found } from './search.ts'
import { reference } from './text.en.ts'
import { TryIt } from './try-it.tsx'

addEnglish({ reference })

/** The entries of the file, and what of them and in them is found by the search. */
function useFound(file: OpenApiFile | undefined, q: string) {
  const { t } = useTranslation()
  const subscribable = useContract()?.subscribable_events
  const assumptions = useAssumptions().data?.data
  const entries = useMemo(() => (file ? entriesOf(file) : []), [file])
  const isAsked = q.trim() !== ''
  // Without a search nobody needs to know what stands where.
  const index = useMemo(
    () =>
      isAsked && file
        ? indexOf(t, entries, { file, assumptions: assumptions ?? [], subscribable: subscribable ?? [] })
        : entries.map(entry => ({ entry, text: '', places: [] })),
    [t, entries, isAsked, file, assumptions, subscribable],
  )
  return { entries, shown: useMemo(() => found(index, q), [index, q]) }
}

function useNameOf() {
  const { t } = useTranslation()
  return (entry: Entry): string => {
    if (entry.kind === 'receiving') return t('reference.receiving')
    return entry.kind === 'event' ? entry.sent.event : `${entry.operation.method} ${entry.operation.path}`
  }
}

function EntryView({ entry, file, last }: { entry: Entry; file: OpenApiFile; last: string | null | undefined }) {
  if (entry.kind === 'event') return <EventView sent={entry.sent} file={file} />
  if (entry.kind === 'receiving') return <ReceivingView all={entry.all} />
  const { operation } = entry
  return (
    <>
      <OperationHead operation={operation} file={file} />
      <div className={classes.try}>
        <TryIt operation={operation} last={last} />
      </div>
      <div className={classes.doc}>
        <OperationParts operation={operation} file={file} />
      </div>
    </>
  )
}

export function ReferenceScreen() {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const go = useGo()
  const nameOf = useNameOf()
  const [{ q, at }, setState] = useUrlState(REFERENCE_FIELDS)
  const { data: file, error, refetch } = useOpenApi()
  const last = useLastTenant()
  const { entries, shown } = useFound(file, q)
  const asked = segments[1]
  const current = asked === undefined ? entries[0] : entries.find(({ id }) => id === asked)
  const isOutside = current !== undefined && !shown.some(({ entry }) => entry.id === current.id)

  const step = (by: number) => {
    const index = shown.findIndex(({ entry }) => entry.id === current?.id)
    const next = shown[Math.min(Math.max(index + by, 0), shown.length - 1)]?.entry
    const search = writeFields(REFERENCE_FIELDS, location.search, { at: '' })
    if (next) go(['reference', next.id], { search, history: 'replace' })
  }
  useShortcuts({
    j: { does: t('help.keys.next'), run: () => step(1) },
    k: { does: t('help.keys.previous'), run: () => step(-1) },
  })

  if (error) return <Failed error={error} again={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('screens.reference')}
        about={file && t('reference.about', { title: contractText(t, file.info.title), version: file.info.version })}
        actions={
          <Action component={FileLink} href={openApiPath(world)} download="openapi.json" icon="download">
            {t('reference.download')}
          </Action>
        }
      />
      {file ? (
        <div className={classes.layout}>
          <nav className={classes.contents} aria-label={t('reference.contents')}>
            <SearchInput label={t('reference.search')} value={q} onSearch={text => setState({ q: text })} />
            <Contents file={file} entries={shown} current={current} at={at} />
          </nav>
          {current ? (
            <ScrollRegion key={current.id} className={classes.main} label={nameOf(current)}>
              {isOutside && (
                <div className={classes.outside}>
                  <Outside
                    text={t('reference.outside', { what: nameOf(current) })}
                    onShowAll={() => setState({ q: '' })}
                  />
                </div>
              )}
              <Columns at={at}>
                <EntryView entry={current} file={file} last={last} />
              </Columns>
            </ScrollRegion>
          ) : (
            <Missing what="endpoint" name={asked ?? ''} />
          )}
        </div>
      ) : (
        <Loading height={300} />
      )}
    </>
  )
}
