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
import { type Found, type Hit, PLACES_SHOWN } from './search.ts'

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
  if (entry.kind === 'receiving' || entry.kind === 'common')
    return <span className={classes.whole}>{t(`reference.${entry.kind}`)}</span>
  const [method, path] =
    entry.kind === 'endpoint' ? [entry.operation.method, entry.operation.path] : [entry.sent.method, entry.sent.event]
  return (
    <>
      <Method method={method} />
      <span className={classes.path}>{path}</span>
    </>
  )
}

interface Shown {
  current: Entry | undefined
  at: string
  /** A link was followed, which may lead to what is shown already. */
  onFollow: (hit: Hit) => void
}

function Row({ found: { entry, places }, current, at, onFollow }: { found: Found } & Shown) {
  const { t } = useTranslation()
  const entryHref = useEntryHref()
  const isOpen = entry.id === current?.id
  const about =
    entry.kind === 'receiving' || entry.kind === 'common'
      ? t(`reference.${entry.kind}_about`)
      : contractText(t, entry.kind === 'endpoint' ? entry.operation.summary : entry.sent.summary)
  return (
    <li>
      <Link
        href={entryHref(entry.id, '')}
        aria-current={isOpen ? 'page' : undefined}
        title={about}
        onClick={() => onFollow({ entry, at: '' })}
      >
        <EntryName entry={entry} />
      </Link>
      {places.length > 0 && (
        <ul className={classes.places}>
          {places.slice(0, PLACES_SHOWN).map(place => (
            <li key={place.at}>
              <Link
                href={entryHref(entry.id, place.at)}
                aria-current={isOpen && place.at === at ? 'location' : undefined}
                onClick={() => onFollow({ entry, at: place.at })}
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
  ...shown
}: {
  file: OpenApiFile
  entries: readonly Found[]
} & Shown) {
  const { t } = useTranslation()
  const nameOf = (tag: string) => t(`reference.tags.${tag as 'Calls'}`, { defaultValue: tag })
  const groups = [
    {
      name: t('reference.every_endpoint'),
      description: t('reference.common_about'),
      rows: entries.filter(({ entry }) => entry.kind === 'common'),
    },
    ...file.tags.map(({ name, description }) => ({
      name: nameOf(name),
      description: contractText(t, description),
      rows: entries.filter(({ entry }) => entry.kind === 'endpoint' && entry.operation.tags.includes(name)),
    })),
    {
      name: t('webhooks.deliveries'),
      description: t('reference.deliveries_about'),
      rows: entries.filter(({ entry }) => entry.kind === 'event' || entry.kind === 'receiving'),
    },
  ].filter(({ rows }) => rows.length > 0)
  if (groups.length === 0) return <p className={classes.nothing}>{t('reference.none_match')}</p>
  return groups.map(({ name, description, rows }) => (
    <section key={name} aria-label={name}>
      <h2 title={description}>{name}</h2>
      <ul>
        {rows.map(row => (
          <Row key={row.entry.id} found={row} {...shown} />
        ))}
      </ul>
    </section>
  ))
}
