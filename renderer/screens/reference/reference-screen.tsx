import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Action } from '../../components/action.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { FileLink } from '../../components/file-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Method } from '../../components/request-text.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { type OpenApiFile, type Operation, openApiPath, operationsOf, useOpenApi } from '../../data/openapi.ts'
import { useLastTenant } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { contractText } from '../../i18n/said.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import { OperationHead, OperationParts } from './operation-view.tsx'
import classes from './reference.module.css'
import { reference } from './text.en.ts'
import { TryIt } from './try-it.tsx'

addEnglish({ reference })

function matches(t: TFunction, { method, path, summary, operationId }: Operation, q: string): boolean {
  const text = `${method} ${path} ${summary} ${contractText(t, summary)} ${operationId}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function Contents({
  file,
  operations,
  current,
}: {
  file: OpenApiFile
  operations: Operation[]
  current: Operation | undefined
}) {
  const { t } = useTranslation()
  const href = useHref()
  const nameOf = (tag: string) => t(`reference.tags.${tag as 'Calls'}`, { defaultValue: tag })
  const groups = file.tags
    .map(tag => ({ ...tag, rows: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter(({ rows }) => rows.length > 0)
  if (groups.length === 0) return <p className={classes.nothing}>{t('reference.none_match')}</p>
  return groups.map(({ name, description, rows }) => (
    <section key={name} aria-label={nameOf(name)}>
      <h2 title={contractText(t, description)}>{nameOf(name)}</h2>
      <ul>
        {rows.map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <Link
              href={`${href('reference', operationId)}${queryToKeep()}`}
              aria-current={operationId === current?.operationId ? 'page' : undefined}
              title={contractText(t, summary)}
            >
              <Method method={method} />
              <span className={classes.path}>{path}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

export function ReferenceScreen() {
  const { t } = useTranslation()
  const world = useWorldId()
  const { segments } = usePlace()
  const go = useGo()
  const [{ q }, setState] = useUrlState(REFERENCE_FIELDS)
  const { data: file, error, refetch } = useOpenApi()
  const last = useLastTenant()
  const all = useMemo(() => (file ? operationsOf(file) : []), [file])
  const shown = all.filter(operation => matches(t, operation, q))
  const asked = segments[1]
  const current = asked === undefined ? all[0] : all.find(({ operationId }) => operationId === asked)

  const step = (by: number) => {
    const at = shown.findIndex(({ operationId }) => operationId === current?.operationId)
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)]
    if (next) go(['reference', next.operationId], { search: location.search, history: 'replace' })
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
          <nav className={classes.contents} aria-label={t('reference.endpoints')}>
            <SearchInput label={t('reference.search')} value={q} onSearch={text => setState({ q: text })} />
            <Contents file={file} operations={shown} current={current} />
          </nav>
          {current ? (
            <ScrollRegion
              key={current.operationId}
              className={classes.main}
              label={`${current.method} ${current.path}`}
            >
              <div className={classes.columns}>
                <OperationHead operation={current} file={file} />
                <div className={classes.try}>
                  <TryIt operation={current} last={last} />
                </div>
                <div className={classes.doc}>
                  <OperationParts operation={current} file={file} />
                </div>
              </div>
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
