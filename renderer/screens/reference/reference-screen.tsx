import { useEffect, useRef } from 'react'
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
import { type OpenApiFile, openApiPath, useOpenApi } from '../../data/openapi.ts'
import { useLastTenant } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { contractText } from '../../i18n/said.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { writeFields } from '../../routing/url-state.ts'
import { useGo } from '../../routing/use-place.ts'
import { CommonView } from './common-view.tsx'
import { Contents } from './contents.tsx'
import { EventView, ReceivingView } from './delivery-view.tsx'
import type { Entry } from './entries.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { OperationHead, OperationParts } from './operation-view.tsx'
import { Columns } from './place.tsx'
import classes from './reference.module.css'
import { reference } from './text.en.ts'
import { TryIt } from './try-it.tsx'
import { useFinding } from './use-finding.ts'

addEnglish({ reference })

function useNameOf() {
  const { t } = useTranslation()
  return (entry: Entry): string => {
    if (entry.kind === 'receiving' || entry.kind === 'common') return t(`reference.${entry.kind}`)
    return entry.kind === 'event' ? entry.sent.event : `${entry.operation.method} ${entry.operation.path}`
  }
}

function EntryView({ entry, file, last }: { entry: Entry; file: OpenApiFile; last: string | null | undefined }) {
  if (entry.kind === 'event') return <EventView sent={entry.sent} file={file} />
  if (entry.kind === 'receiving') return <ReceivingView all={entry.all} />
  if (entry.kind === 'common') return <CommonView all={entry.all} file={file} />
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
  const go = useGo()
  const nameOf = useNameOf()
  const { data: file, error, refetch } = useOpenApi()
  const last = useLastTenant()
  const finding = useFinding(file)
  const { q, at, asked, current, shown, setState } = finding
  const isOutside = current !== undefined && !shown.some(({ entry }) => entry.id === current.id)
  const contents = useRef<HTMLElement>(null)
  // What the keys go to comes into view.
  useEffect(() => {
    const link = at === '' ? 'page' : 'location'
    if (current !== undefined && q !== '')
      contents.current?.querySelector(`[aria-current="${link}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current, at, q])

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
          <nav ref={contents} className={classes.contents} aria-label={t('reference.contents')}>
            <SearchInput label={t('reference.search')} value={q} onSearch={finding.search} onStep={finding.step} />
            <Contents file={file} entries={shown} current={current} at={at} onFollow={finding.follow} />
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
              <Columns at={at} times={finding.times} onWork={finding.noteWork}>
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
