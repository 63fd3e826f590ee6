import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Method } from '../../components/request-text.tsx'
import type { OpenApiFile } from '../../data/openapi.ts'
import { contractText } from '../../i18n/said.ts'
import { writeFields } from '../../routing/url-state.ts'
import { useHref } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import type { Entry } from './entries.ts'
import { REFERENCE_FIELDS } from './fields.ts'
import classes from './reference.module.css'
import type { Found } from './search.ts'

/** More parts of one entry than these are counted. */
const PLACES_SHOWN = 6

/** To an entry, or to a part of it; what was searched for stays in the list. */
function useEntryHref() {
  const href = useHref()
  return (id: string, at: string) => {
    const search = writeFields(REFERENCE_FIELDS, queryToKeep().slice(1), { at })
    return `${href('reference', id)}${search === '' ? '' : `?${search}`}`
  }
}

function EntryName({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  if (entry.kind === 'receiving') return <span className={classes.whole}>{t('reference.receiving')}</span>
  const [method, path] =
    entry.kind === 'endpoint' ? [entry.operation.method, entry.operation.path] : [entry.sent.method, entry.sent.event]
  return (
    <>
      <Method method={method} />
      <span className={classes.path}>{path}</span>
    </>
  )
}

function Row({ found: { entry, places }, current, at }: { found: Found; current: Entry | undefined; at: string }) {
  const { t } = useTranslation()
  const entryHref = useEntryHref()
  const isOpen = entry.id === current?.id
  const about =
    entry.kind === 'receiving'
      ? t('reference.receiving_about')
      : contractText(t, entry.kind === 'endpoint' ? entry.operation.summary : entry.sent.summary)
  return (
    <li>
      <Link href={entryHref(entry.id, '')} aria-current={isOpen ? 'page' : undefined} title={about}>
        <EntryName entry={entry} />
      </Link>
      {places.length > 0 && (
        <ul className={classes.places}>
          {places.slice(0, PLACES_SHOWN).map(place => (
            <li key={place.at}>
              <Link
                href={entryHref(entry.id, place.at)}
                aria-current={isOpen && place.at === at ? 'location' : undefined}
              >
                {place.label}
              </Link>
            </li>
          ))}
          {places.length > PLACES_SHOWN && (
            <li className={classes.more}>{t('reference.more_places', { count: places.length - PLACES_SHOWN })}</li>
          )}
        </ul>
      )}
    </li>
  )
}

/** The entries by their groups, and under each what of it a search has found. */
export function Contents({
  file,
  entries,
  current,
  at,
}: {
  file: OpenApiFile
  entries: readonly Found[]
  current: Entry | undefined
  at: string
}) {
  const { t } = useTranslation()
  const nameOf = (tag: string) => t(`reference.tags.${tag as 'Calls'}`, { defaultValue: tag })
  const groups = [
    ...file.tags.map(({ name, description }) => ({
      name: nameOf(name),
      description: contractText(t, description),
      rows: entries.filter(({ entry }) => entry.kind === 'endpoint' && entry.operation.tags.includes(name)),
    })),
    {
      name: t('webhooks.deliveries'),
      description: t('reference.deliveries_about'),
      rows: entries.filter(({ entry }) => entry.kind !== 'endpoint'),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (groups.length === 0) return <p className={classes.nothing}>{t('reference.none_match')}</p>
  return groups.map(({ name, description, rows }) => (
    <section key={name} aria-label={name}>
      <h2 title={description}>{name}</h2>
      <ul>
        {rows.map(row => (
          <Row key={row.entry.id} found={row} current={current} at={at} />
        ))}
      </ul>
    </section>
  ))
}
